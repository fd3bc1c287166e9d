//! Rust-GPU/rust-cuda, samples and examples.

use occupancy::launch_config;

use crate::entry::Entry;

/// The product of the introduction, 1,280 × 1,280 by 2,560 × 1,280.
///
/// Rust-GPU/rust-cuda `946c91f08` `samples/introduction/matmul/src/main.rs:48`: tiles of 32 × 32,
/// so a block is 1,024 threads and 8,192 bytes. One block is resident unless the kernel keeps to 32
/// registers, and never more on an RTX 3090; all warps of the SM then wait at the same barrier. Two
/// blocks are our demand, and 64 registers our budget.
///
/// ```text
/// [OCC012] 2 blocks of 1,024 threads do not fit on one SM of H100 SXM5 80GB: registers allow 1; GeForce RTX 3090 fails too
/// ```
///
/// Tiles of 16 × 16 keep four. The grid is a floor division here, which drops the edge of sizes
/// that are no multiple of the tile (NVIDIA/cuda-samples#411 reports it of the original); these are
/// multiples.
#[launch_config(
    arch = ["h100", "rtx3090"],
    threads = (16, 16),
    regs = 64,
    static_smem = 2 * 16 * 16 * 4,
    min_blocks = 2,
    grid = (2560 / 16, 1280 / 16)
)]
mod matrix_mul {}

/// The gallery's entries.
pub(crate) fn entries() -> Vec<Entry> {
    vec![Entry::new(
        "rust-cuda-matmul",
        MatrixMulLaunch::CONFIGURATION,
    )]
}
