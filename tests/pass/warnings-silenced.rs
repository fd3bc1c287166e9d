//! Every way to silence a warning, and configurations that warn of nothing, under `deny(warnings)`.
#![deny(warnings)]

use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 33, allow(register_cliff))]
fn in_the_attribute() {}

#[launch_config(arch = "h100", threads = 256, regs = 33)]
#[allow(deprecated)]
fn on_the_function() {}

#[allow(deprecated, reason = "measured")]
#[launch_config(arch = "h100", threads = 256, regs = 64, grid = 600)]
fn before_the_attribute() {}

#[launch_config(arch = "h100", threads = 256, regs = 33, grid = 100)]
#[expect(deprecated, reason = "small grids are usual here")]
fn expected() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, min_blocks = 2, grid = 1000)]
fn sensible() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, grid = 600, tail_efficiency = 0.5)]
fn tail_demanded() {}

#[launch_config(arch = "h100", threads = 256, regs = 33, deny(register_cliff), allow(register_cliff))]
fn the_last_word_counts() {}

#[launch_config(arch = "b200", threads = 256, regs = 64, cluster = (4, 4))]
#[expect(deprecated, reason = "the function is allowed the size")]
fn not_portable_and_expected() {}

const REGS: u32 = 33;
const BLOCKS: u32 = 600;

#[launch_config(name = NotPortable, arch = "h100", threads = 256, regs = 64, cluster = 16, allow(nonportable_cluster))]
#[launch_config(name = ConstantsThatAreSensible, arch = "h100", threads = 256, regs = REGS - 1, grid = 8 * BLOCKS, min_blocks = 8)]
#[launch_config(name = ConstantInTheAttribute, arch = "h100", threads = 256, regs = REGS, allow(register_cliff))]
fn rows() {}

#[launch_config(arch = "h100", threads = 256, regs = REGS, grid = BLOCKS)]
#[expect(deprecated, reason = "33 is what it needs")]
fn constant_expected() {}

#[launch_config(arch = "h100", threads = 256, regs = REGS)]
#[allow(deprecated)]
fn constant_on_the_function() {}

fn main() {
    in_the_attribute();
    on_the_function();
    before_the_attribute();
    expected();
    sensible();
    tail_demanded();
    the_last_word_counts();
}
