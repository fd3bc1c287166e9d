//! The kernels, compiled: see the crate.

mod budget;
mod header;
mod limits;
mod matrix;
mod tables;
mod written;

use occupancy::{Arch, Kernel, Multiprocessor, Occupancy};
use occupancy_test_compiler::nvcc::Nvcc;

fn nvcc() -> Option<&'static Nvcc> {
    Nvcc::find(env!("CARGO_TARGET_TMPDIR"))
}

fn compute_capability(target: &str) -> &'static Multiprocessor {
    Arch::find(target).unwrap().multiprocessor()
}

fn blocks_per_sm(compute_capability: &Multiprocessor, kernel: &Kernel) -> u32 {
    Occupancy::new(compute_capability, kernel)
        .unwrap()
        .blocks_per_sm
}
