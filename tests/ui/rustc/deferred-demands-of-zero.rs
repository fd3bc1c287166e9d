use occupancy::{Ratio, launch_config};
const NO_BLOCKS: u32 = 0;
const NO_OCCUPANCY: Ratio = Ratio::ZERO;
const NO_EFFICIENCY: Ratio = Ratio::ZERO;

#[launch_config(name = First, arch = "h100", threads = 256, regs = 64, min_blocks = NO_BLOCKS)]
#[launch_config(name = Second, arch = "h100", threads = 256, regs = 64, min_occupancy = NO_OCCUPANCY)]
#[launch_config(name = Third, arch = "h100", threads = 256, regs = 64, grid = 1000, tail_efficiency = NO_EFFICIENCY)]
fn kernel() {}

fn main() {}
