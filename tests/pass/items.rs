//! Items other than functions, several configurations of one item, and bounds of other attributes
//! that agree.

use occupancy::launch_config;

/// The kernel's module.
#[launch_config(arch = "h100", threads = 256, regs = 64)]
pub struct Saxpy;

#[launch_config(arch = "h100", threads = 128, regs = 64)]
mod kernels {
    pub(crate) const NAME: &str = "gemm";
}

#[launch_config(arch = "h100", threads = 512, regs = 64)]
const SGEMM_PTX: &str = ".version 8.0";

#[launch_config(arch = "h100", threads = 64, regs = 64)]
static REDUCE_PTX: &str = ".version 8.0";

#[launch_config(arch = "h100", threads = 256, regs = 64)]
#[launch_config(arch = "rtx4090", threads = 128, regs = 64, name = SmallLaunch)]
fn two_configurations() {}

// A tool's attributes stand in for those of a kernel crate, which have the same names.
#[launch_config(arch = "h100", threads = 256, regs = 64, min_blocks = 4, cluster = (2, 2))]
#[rustfmt::launch_bounds(256, 4)]
#[rustfmt::cluster_launch(2, 2, 1)]
fn bounds_that_agree() {}

#[launch_config(arch = "h100", threads = 128, regs = 64)]
#[rustfmt::launch_bounds(MAX_THREADS)]
fn bounds_that_only_the_compiler_knows() {}

fn main() {
    bounds_that_agree();
    bounds_that_only_the_compiler_knows();
    let _ = Saxpy;
    two_configurations();
    assert_eq!((kernels::NAME, SGEMM_PTX.len(), REDUCE_PTX.len()), ("gemm", 12, 12));
    assert_eq!(SaxpyLaunch::THREADS_PER_BLOCK, 256);
    assert_eq!(KernelsLaunch::THREADS_PER_BLOCK, 128);
    assert_eq!(SgemmPtxLaunch::THREADS_PER_BLOCK, 512);
    assert_eq!(ReducePtxLaunch::THREADS_PER_BLOCK, 64);
    assert_eq!(TwoConfigurationsLaunch::THREADS_PER_BLOCK, 256);
    assert_eq!(SmallLaunch::THREADS_PER_BLOCK, 128);
}
