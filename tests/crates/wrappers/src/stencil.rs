//! Stencils.

use occupancy::launch_config;

const RADIUS: u32 = 4;

/// 25 points of a volume, with a halo around the block.
#[launch_config(
    arch = "l40s",
    threads = (32, 8, 2),
    regs = 64,
    smem = (threads_x + 2 * RADIUS as usize) * (threads_y + 2 * RADIUS as usize) * size_of::<f32>()
)]
pub fn wave() {}
