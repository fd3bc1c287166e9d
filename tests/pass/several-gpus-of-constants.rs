//! A GPU's own values can be constants of the program, and so can those of the others.

#![deny(warnings)]
#![allow(dead_code)]

use occupancy::launch_config;

const REGISTERS: u32 = 64;
const THREADS: u32 = 512;

#[launch_config(arch = ["a100", "h100"], threads = 256, regs = REGISTERS, on("h100", threads = 128))]
fn shared_constant() {}

#[launch_config(arch = ["a100", "h100"], threads = 256, regs = 32, on("h100", threads = THREADS))]
fn own_constant() {}

#[launch_config(
    arch = ["a100", "h100", "b200"],
    threads = 256,
    regs = REGISTERS,
    on("h100", regs = 32, items_per_thread = 2),
    on("b200", threads = (THREADS / 16, 16)),
)]
fn constants_of_both() {}

fn main() {
    assert_eq!(SharedConstantLaunch::THREADS_PER_BLOCK, 256);
    let hopper = SharedConstantLaunch::for_compute_capability(9, 0).unwrap();
    assert_eq!((hopper.block_dim().0, hopper.kernel().registers_per_thread), (128, 64));

    let hopper = OwnConstantLaunch::for_compute_capability(9, 0).unwrap();
    assert_eq!((hopper.block_dim().0, hopper.kernel().registers_per_thread), (512, 32));
    let ampere = OwnConstantLaunch::for_compute_capability(8, 0).unwrap();
    assert_eq!((ampere.block_dim().0, ampere.kernel().registers_per_thread), (256, 32));

    assert_eq!(ConstantsOfBothLaunch::VARIANTS.len(), 3);
    let hopper = ConstantsOfBothLaunch::for_compute_capability(9, 0).unwrap();
    assert_eq!(hopper.kernel().registers_per_thread, 32);
    assert_eq!(hopper.for_elements(1024).unwrap().grid_dim(), (2, 1, 1));
    let blackwell = ConstantsOfBothLaunch::for_compute_capability(10, 0).unwrap();
    assert_eq!(blackwell.block_dim(), (32, 16, 1));
}
