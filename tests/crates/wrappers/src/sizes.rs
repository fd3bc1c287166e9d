//! Sizes that several kernels share.

/// Threads of a warp.
pub const WARP: u32 = 32;

/// Stages of a software pipeline.
#[cfg(feature = "deep-pipeline")]
pub const STAGES: usize = 4;
/// Stages of a software pipeline.
#[cfg(not(feature = "deep-pipeline"))]
pub const STAGES: usize = 3;

/// Bytes of a tile of `rows` by `columns` elements of `T`.
pub const fn tile_bytes<T>(rows: usize, columns: usize) -> usize {
    rows * columns * size_of::<T>()
}

/// Half precision, as its bits.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Half(pub u16);
