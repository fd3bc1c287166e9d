//! huggingface/candle: sorting, reductions and normalization.

use occupancy::launch_config;

use crate::entry::Entry;

/// Sorts each row in the shared memory of one block.
///
/// huggingface/candle `2a13b0f3f` `candle-core/src/sort.rs:94`, kernel
/// `candle-kernels/src/sort.cu`: a row is padded to a power of two and every element has 4 bytes of
/// shared memory, whatever the row's length, and nothing opts in to more than 48 KiB. A row of
/// 8,193 needs 64 KiB, and the launch returns `CUDA_ERROR_INVALID_VALUE` (pull request #3955; the
/// open issues #2181 and #2361 have 32,000 elements). The opt-in alone moves the edge and does not
/// remove it: a row of Llama 3's vocabulary, 128,256, fits no GPU.
///
/// ```text
/// [OCC008] 524,288 bytes of shared memory do not fit one block on H100 SXM5 80GB: at most 232,448; GeForce RTX 3090 fails too
/// ```
///
/// A bound on the row passes: up to 8,192 elements here, and another algorithm above, as pull request #3955 (open)
/// proposes. 21 registers are measured.
#[launch_config(
    arch = ["h100", "rtx3090"],
    threads = 1024,
    regs = 21,
    smem = 8192 * 4,
    grid = 4096
)]
mod argsort {}

/// Sorts rows of 2,000 elements.
///
/// huggingface/candle `63437a48c` `candle-core/src/sort.rs:88`: the padded row was the block, one
/// thread an element. From 1,025 elements on that is over the 1,024 threads that a block has; 2,000
/// is the case of pull request #3271, which caps the block and has each thread take several
/// elements.
///
/// ```text
/// [OCC003] a block of 2,048 threads cannot launch: a block has at most 1,024
/// ```
///
/// 21 registers are measured.
#[launch_config(
    arch = ["h100", "rtx3090"],
    threads = 1024,
    regs = 21,
    smem = 2048 * 4,
    grid = 4096
)]
mod argsort_2000 {}

/// Sorts the scores of a router over 128 experts, one row a token.
///
/// huggingface/candle `86bcf1e63` `candle-core/src/sort.rs:96`: the rows were on the grid's y axis,
/// which ends at 65,535. Found by users of a mixture of experts (EricLBuehler/candle-vllm#237), and
/// moved to x, which ends at 2,147,483,647, by commit `18298120c` (#3050).
///
/// ```text
/// [OCC011] a grid of 65,536 blocks in y cannot launch: at most 65,535
/// ```
///
/// 21 registers are measured.
#[launch_config(
    arch = ["h100", "rtx3090"],
    threads = 128,
    regs = 21,
    smem = 128 * 4,
    grid = 65_536
)]
mod argsort_experts {}

/// Sums the last dimension, 7 elements.
///
/// huggingface/candle `2a13b0f3f` `candle-core/src/cuda_backend/mod.rs:357`: the block is the
/// number of elements rounded up to a power of two and capped at 1,024, which the tree reduction
/// needs. It has no lower bound, so short dimensions launch a part of a warp, 8 of 32 lanes here;
/// the declared 4,096 bytes of shared memory are for 1,024 threads in any case.
///
/// ```text
/// [OCC004] a block of 8 threads ends in a partial warp: 8 of 32 lanes of its last warp work
/// ```
///
/// A lower bound of 32 keeps the power of two: lanes without an element add zero. 32 registers are
/// measured.
#[launch_config(
    arch = ["h100", "rtx3090"],
    threads = 32,
    regs = 32,
    static_smem = 1024 * 4,
    grid = 65_536
)]
mod fast_sum_7 {}

/// Normalizes rows of 4,096 elements.
///
/// huggingface/candle `2a13b0f3f` `candle-nn/src/ops.rs:580`: 1,024 threads from 1,024 columns on,
/// 32 below. Both launch. 1,024 does not divide the 1,536 threads of an SM of compute capability
/// 8.6, 8.9 or 12.0, so a third of it stays empty there; and the measured 32 registers are the most
/// with which two blocks are resident on an H100. The kernel's second stage reads a sum from every
/// lane, so it is right for one warp and for 32, and a block of 512 needs a change there first.
#[launch_config(
    arch = ["h100", "rtx3090"],
    threads = 1024,
    regs = 32,
    static_smem = 32 * 4,
    grid = 4096
)]
mod rms_norm {}

/// Softmax of each row by one warp.
///
/// huggingface/candle `2a13b0f3f` `candle-nn/src/ops.rs:361`: a block of 1 × 32, a whole warp whose
/// lanes are on y. It launches; with one warp a block, the SM runs out of block slots and holds
/// half of its warps or fewer. Low occupancy is an error only where it is asked for: `min_occupancy
/// = 1.0` would refuse this. 26 registers are measured.
#[launch_config(
    arch = ["h100", "rtx3090"],
    threads = (1, 32),
    regs = 26,
    grid = 4096,
    allow(last_wave)
)]
mod softmax {}

/// The custom operation of candle's example: root mean square of each row.
///
/// huggingface/candle `2a13b0f3f` `candle-examples/examples/custom-ops/main.rs:76`: the block is
/// the row's length, 7 in the example. Its shuffles name all 32 lanes, of which 25 were never
/// launched, which the PTX ISA leaves undefined; and a row of 1,025 or more would not launch.
///
/// ```text
/// [OCC004] a block of 7 threads ends in a partial warp: 7 of 32 lanes of its last warp work
/// ```
///
/// The kernel strides over the row by the block, so one warp is right for any length. A budget of
/// 32 registers.
#[launch_config(
    arch = ["h100", "rtx3090"],
    threads = 32,
    regs = 32,
    static_smem = 33 * 4,
    grid = 2,
    allow(idle_sms)
)]
mod custom_op {}

/// The gallery's entries.
pub(crate) fn entries() -> Vec<Entry> {
    vec![
        Entry::new("candle-argsort-shared-memory", ArgsortLaunch::CONFIGURATION),
        Entry::new("candle-argsort-block", Argsort2000Launch::CONFIGURATION),
        Entry::new("candle-argsort-rows", ArgsortExpertsLaunch::CONFIGURATION),
        Entry::new("candle-fast-sum", FastSum7Launch::CONFIGURATION),
        Entry::new("candle-rms-norm", RmsNormLaunch::CONFIGURATION),
        Entry::new("candle-softmax", SoftmaxLaunch::CONFIGURATION),
        Entry::new("candle-custom-op", CustomOpLaunch::CONFIGURATION),
    ]
}
