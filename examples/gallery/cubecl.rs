//! tracel-ai/cubecl.

use occupancy::launch_config;

use crate::entry::Entry;

/// The identity matrix of 4,096 × 4,096, 4 elements per thread.
///
/// tracel-ai/cubecl `4057f39e7` `crates/cubecl-std/src/tensor/identity.rs:65`: cubes of 2 × 2,
/// which on CUDA are blocks of 4 threads: 28 of 32 lanes idle, and over a million blocks.
///
/// ```text
/// [OCC004] a block of 4 threads ends in a partial warp: 4 of 32 lanes of its last warp work
/// ```
///
/// The kernel takes its position from the grid and checks it, so any cube is right. A budget of 32
/// registers.
#[launch_config(
    arch = ["h100", "rtx3090"],
    threads = (32, 8),
    regs = 32,
    grid = (4096 / 4 / 32, 4096 / 8)
)]
mod identity {}

/// The gallery's entries.
pub(crate) fn entries() -> Vec<Entry> {
    vec![Entry::new("cubecl-identity", IdentityLaunch::CONFIGURATION)]
}
