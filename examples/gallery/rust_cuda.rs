//! Rust-GPU/rust-cuda, samples and examples.

use occupancy::{GridError, Rule, launch_config};

use crate::entry::{Entries, Entry, checked, hand_written};

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
    min_blocks = 2
)]
pub(crate) fn matrix_mul(rows: u32, columns: u32) -> Result<MatrixMulLaunch, GridError> {
    MatrixMulLaunch::for_grid((columns.div_ceil(16), rows.div_ceil(16), 1))
}

/// Tiled product in the GEMM example, 4,096 × 4,096.
///
/// Rust-GPU/rust-cuda `946c91f08` `examples/gemm/src/main.rs:441`: tiles of 16 × 16 and ceiling
/// division. It passes; what no check of numbers sees is that the host has the columns on x and the
/// kernel the rows, which is the same for the square matrices of the example. A budget of 64
/// registers.
#[launch_config(
    arch = ["h100", "rtx3090"],
    threads = (16, 16),
    regs = 64,
    static_smem = 2 * 256 * 4
)]
pub(crate) fn gemm_tiled(m: u32, n: u32) -> Result<GemmTiledLaunch, GridError> {
    GemmTiledLaunch::for_grid((n.div_ceil(16), m.div_ceil(16), 1))
}

/// The gallery's entries.
pub(crate) fn entries() -> Entries {
    Ok(vec![
        Entry::refused(
            "rust-cuda: matmul sample, 1,280 × 2,560",
            "Rust-GPU/rust-cuda 946c91f08 samples/introduction/matmul/src/main.rs:48",
            (Rule::MinBlocks, Some("rust-cuda-matmul")),
            hand_written!(
                MatrixMulLaunch,
                MatrixMulLaunch::CONFIGURATION
                    .kernel
                    .with_block_dim((32, 32, 1))
                    .with_static_shared_memory(2 * 32 * 32 * 4),
                (80, 40, 1)
            ),
            checked!(MatrixMulLaunch, matrix_mul(1280, 2560)),
        ),
        Entry::kept(
            "rust-cuda: tiled GEMM, 4,096 × 4,096",
            "Rust-GPU/rust-cuda 946c91f08 examples/gemm/src/main.rs:441",
            checked!(GemmTiledLaunch, gemm_tiled(4096, 4096)),
        ),
    ])
}
