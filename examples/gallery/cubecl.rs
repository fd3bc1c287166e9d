//! tracel-ai/cubecl.

use occupancy::{GridError, Rule, launch_config};

use crate::entry::{Entries, Entry, checked, hand_written};

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
#[launch_config(arch = ["h100", "rtx3090"], threads = (32, 8), regs = 32)]
pub(crate) fn identity(size: u32) -> Result<IdentityLaunch, GridError> {
    let (x, y, _) = IdentityLaunch::BLOCK_DIM;
    IdentityLaunch::for_grid(((size / 4).div_ceil(x), size.div_ceil(y), 1))
}

/// The gallery's entries.
pub(crate) fn entries() -> Entries {
    Ok(vec![Entry::refused(
        "cubecl: identity matrix, 4,096 × 4,096",
        "tracel-ai/cubecl 4057f39e7 crates/cubecl-std/src/tensor/identity.rs:65",
        (Rule::PartialWarp, Some("cubecl-identity")),
        hand_written!(
            IdentityLaunch,
            IdentityLaunch::CONFIGURATION
                .kernel
                .with_block_dim((2, 2, 1)),
            (512, 2048, 1)
        ),
        checked!(IdentityLaunch, identity(4096)),
    )])
}
