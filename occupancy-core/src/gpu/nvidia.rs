//! NVIDIA's GPUs: their tables.

pub mod compute_capabilities;
pub mod devices;

/// Threads of a warp, on every compute capability. Source: CUDA C++ Programming Guide 13.0, Table 27.
pub const WARP_SIZE: u32 = 32;

/// Shared memory that a block may use without an opt-in, bytes, on every compute capability. It is also the most that a
/// kernel can declare statically.
///
/// Source: CUDA C++ Programming Guide 13.0, Table 27; ptxas 13.5 refuses one byte more
/// ("uses too much shared data").
pub const DEFAULT_SHARED_MEMORY_PER_BLOCK: u32 = 48 * 1024;

/// The most blocks of a grid in x, y and z, on every compute capability from 5.0 on.
///
/// Source: CUDA C++ Programming Guide 13.0, Table 27; CCCL `arch_traits.h`.
pub const MAX_GRID_DIM: (u32, u32, u32) = (2_147_483_647, 65_535, 65_535);
