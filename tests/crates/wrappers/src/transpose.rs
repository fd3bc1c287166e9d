//! Transposition.

use occupancy::launch_config;

use crate::sizes::TILE;

/// Rows that a thread moves.
const ROWS: u32 = 4;

/// One column more, so that no bank conflicts.
const PADDED: u32 = TILE + 1;

/// A tile in shared memory, read by rows and written by columns.
#[launch_config(
    arch = ["rtx3090", "h100"],
    threads = (TILE, TILE / ROWS),
    regs = 32,
    static_smem = (TILE * PADDED) as usize * size_of::<f32>(),
    grid = (128, 128)
)]
pub fn transpose() {}
