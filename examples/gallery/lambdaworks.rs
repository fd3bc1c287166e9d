//! lambdaclass/lambdaworks: multi-scalar multiplication on BLS12-381.

use occupancy::launch_config;

use crate::entry::Entry;

/// Accumulates the buckets, one thread a scalar and window.
///
/// lambdaclass/lambdaworks `21281c3f1` `crates/math/src/msm/cuda.rs:232`: 256 threads of a kernel
/// that lives in registers. It launches with one block an SM, and 288 threads would not, even with
/// the 176 registers that are measured for compute capability 8.6: nine warps count as three on
/// each of four sub-partitions. 246 registers are measured for 9.0.
#[launch_config(arch = ["h100", "rtx3090"], threads = 256, regs = 246, elements = 65_536 * 16)]
mod bucket_accumulation {}

/// Reduces the buckets of each of 16 windows.
///
/// lambdaclass/lambdaworks `21281c3f1` `crates/math/src/msm/cuda.rs:265`: one thread a window, 1 of
/// 32 lanes in 16 blocks.
///
/// ```text
/// [OCC004] a block of 1 thread ends in a partial warp: 1 of 32 lanes of its last warp work
/// ```
///
/// A wider block needs a kernel that shares a window between threads; pull request #1205 (open) has
/// one. 32 threads stand for it here. 255 registers are measured, of the kernel as it is.
#[launch_config(arch = ["h100", "rtx3090"], threads = 32, regs = 255, grid = 16, allow(idle_sms))]
mod bucket_reduction {}

/// The gallery's entries.
pub(crate) fn entries() -> Vec<Entry> {
    vec![
        Entry::new(
            "lambdaworks-bucket-accumulation",
            BucketAccumulationLaunch::CONFIGURATION,
        ),
        Entry::new(
            "lambdaworks-bucket-reduction",
            BucketReductionLaunch::CONFIGURATION,
        ),
    ]
}
