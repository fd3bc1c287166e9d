//! Attention, forward and backward.

use occupancy::launch_config;

use crate::sizes::{self, Half};

/// Elements of a head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeadDim {
    /// 64 elements.
    D64 = 64,
    /// 128 elements.
    D128 = 128,
}

const HEAD_DIM: HeadDim = HeadDim::D128;

/// Rows of queries in a block, by the size of a head.
const QUERIES: usize = match HEAD_DIM {
    HeadDim::D64 => 128,
    HeadDim::D128 => 64,
};
const KEYS: usize = 64;

const fn bytes(rows: usize) -> usize {
    sizes::tile_bytes::<Half>(rows, HEAD_DIM as usize)
}

/// Q stays; K and V alternate.
const FORWARD_BYTES: usize = bytes(QUERIES) + 2 * bytes(KEYS);

/// Softmax(Q·Kᵀ)·V, one tile of queries for each block.
#[launch_config(
    arch = ["a100", "h100", "rtx4090"],
    threads = QUERIES / 16 * sizes::WARP as usize,
    regs = 168,
    smem = FORWARD_BYTES,
    min_blocks = 1,
    on("h100", threads = 256, smem = FORWARD_BYTES + bytes(QUERIES)),
    allow(idle_schedulers)
)]
pub fn attention_forward() {}

/// The gradients of [`attention_forward`], which keep more tiles.
#[launch_config(
    arch = "a100",
    threads = 256,
    regs = 255,
    smem = FORWARD_BYTES + 2 * bytes(QUERIES) + QUERIES * KEYS * size_of::<Half>(),
    intent(low_occupancy, "dK and dV stay in registers")
)]
pub fn attention_backward() {}

/// The largest value of each row, in the loop over pages of a cache.
#[launch_config(
    arch = "h100",
    threads = 128,
    regs = 40,
    smem = { sizes::tile_bytes::<f32>(128, 8) },
    elements = 1 << 22
)]
pub fn paged_maximum() {}
