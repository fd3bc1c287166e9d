//! `threads = auto` searches in the compiler, where the macro does not know the other arguments.

use occupancy::launch_config;

const REGS: u32 = 40;
const SMEM: usize = 48 * 1024;

#[launch_config(arch = "h100", threads = auto, regs = REGS)]
fn of_registers() {}

#[launch_config(arch = "h100", threads = auto, regs = 40)]
fn of_numbers() {}

#[launch_config(arch = ["h100", "a100"], threads = auto(64..=256), regs = 32, smem = SMEM, on("a100", threads = auto))]
fn on_several() {}

#[launch_config(arch = "h100", threads = auto, cubin = "../kernels/saxpy.cubin", kernel = "saxpy")]
fn of_a_cubin() {}

fn main() {
    assert_eq!(OfRegistersLaunch::BLOCK_DIM, OfNumbersLaunch::BLOCK_DIM);
    assert_eq!(OfRegistersLaunch::BLOCKS_PER_SM, OfNumbersLaunch::BLOCKS_PER_SM);
    assert_eq!(OnSeveralLaunch::THREADS_PER_BLOCK, 256);
    assert_eq!(OnSeveralLaunch::VARIANTS[1].block_dim(), (1024, 1, 1));
    // The kernel is compiled for at most 256 threads.
    assert_eq!(OfACubinLaunch::THREADS_PER_BLOCK, 256);
}
