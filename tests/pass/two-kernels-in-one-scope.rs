//! Two kernels of one scope, and two configurations of one function.

use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64)]
fn saxpy() {}

#[launch_config(arch = "h100", threads = 128, regs = 64)]
fn daxpy() {}

#[launch_config(arch = "h100", threads = 512, regs = 64, name = ReduceLarge)]
#[launch_config(arch = "h100", threads = 64, regs = 64, name = ReduceSmall)]
fn reduce() {}

fn main() {
    saxpy();
    daxpy();
    reduce();
    assert_eq!(SaxpyLaunch::THREADS_PER_BLOCK, 256);
    assert_eq!(DaxpyLaunch::THREADS_PER_BLOCK, 128);
    assert_eq!(ReduceLarge::THREADS_PER_BLOCK, 512);
    assert_eq!(ReduceSmall::THREADS_PER_BLOCK, 64);
}
