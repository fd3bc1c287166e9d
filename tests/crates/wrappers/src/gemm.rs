//! Matrix products.

use occupancy::{GridError, launch_config};

use crate::sizes::{Half, STAGES, tile_bytes};

/// Tile of the result that a block computes: rows, columns, and the depth of a stage.
pub const TILE_M: usize = 128;
/// See [`TILE_M`].
pub const TILE_N: usize = 128;
/// See [`TILE_M`].
pub const TILE_K: usize = 32;

const BLOCK_THREADS: u32 = 256;

/// Bytes of every stage: a tile of A and one of B.
const SHARED_BYTES: usize =
    STAGES * (tile_bytes::<Half>(TILE_M, TILE_K) + tile_bytes::<Half>(TILE_K, TILE_N));

/// C ← A·B in half precision, with a pipeline of asynchronous copies.
///
/// # Errors
///
/// If the matrix is empty or too large for one grid.
#[launch_config(
    arch = "a100",
    threads = BLOCK_THREADS,
    regs = 128,
    smem = SHARED_BYTES,
    min_blocks = 2
)]
pub fn hgemm(rows: usize, columns: usize) -> Result<HgemmLaunch, GridError> {
    let tiles =
        |elements: usize, side: usize| u32::try_from(elements.div_ceil(side)).unwrap_or(u32::MAX);
    HgemmLaunch::for_grid((tiles(columns, TILE_N), tiles(rows, TILE_M), 1))
}

/// C ← A·B with a warp-specialized producer and two consumers, one block on each SM.
#[launch_config(
    arch = "sm_90a",
    threads = WarpSpecialized::THREADS,
    regs = WarpSpecialized::REGISTERS,
    smem = WarpSpecialized::SHARED_BYTES,
    cluster = (2, 1),
    max_blocks = 1,
    intent(low_occupancy, "accumulators of 128 × 256 elements in registers")
)]
pub fn wgmma() {}

/// The shape of [`wgmma`].
#[derive(Debug)]
pub struct WarpSpecialized;

impl WarpSpecialized {
    const WARP_GROUP: u32 = 4 * crate::sizes::WARP;
    /// A producer and two consumers.
    pub const THREADS: u32 = Self::WARP_GROUP * (1 + 2);
    /// Registers of a thread before the warp groups share them out anew.
    pub const REGISTERS: u32 = 168;
    const PIPELINE: usize = if STAGES > 3 { 4 } else { STAGES };
    /// The pipeline, and two barriers of 8 bytes a stage.
    pub const SHARED_BYTES: usize = Self::PIPELINE
        * (tile_bytes::<Half>(128, 64) + tile_bytes::<Half>(64, 256) + 2 * size_of::<u64>());
}

/// Element types that [`gemm_of`] multiplies.
pub trait Element {
    /// Bytes.
    const BYTES: usize;
}

impl Element for f32 {
    const BYTES: usize = 4;
}

/// C ← A·B for any element: the configuration is that of the largest.
#[launch_config(arch = ["a100", "h100"], threads = (16, 16), regs = 96, smem = 2 * 64 * 16 * <f32 as Element>::BYTES)]
pub fn gemm_of<T: Element>() -> usize {
    T::BYTES
}
