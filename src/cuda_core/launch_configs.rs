//! The launch types that fix a number of dimensions.

use core::fmt;

use cuda_core::{LaunchConfig1D, LaunchConfig2D};

/// A launch of more dimensions than the type of the launch has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankError {
    rank: u32,
    grid_dim: (u32, u32, u32),
    block_dim: (u32, u32, u32),
}

impl RankError {
    /// Dimensions that the type has: 1 or 2.
    pub const fn rank(&self) -> u32 {
        self.rank
    }

    /// Blocks of the launch in x, y and z.
    pub const fn grid_dim(&self) -> (u32, u32, u32) {
        self.grid_dim
    }

    /// Threads of a block of the launch in x, y and z.
    pub const fn block_dim(&self) -> (u32, u32, u32) {
        self.block_dim
    }
}

impl fmt::Display for RankError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a grid of {:?} blocks of {:?} threads has more dimensions than `LaunchConfig{}D`; \
             convert into `LaunchConfig3D`",
            self.grid_dim, self.block_dim, self.rank
        )
    }
}

impl core::error::Error for RankError {}

/// A launch of one dimension.
pub(super) const fn launch_config_1d(
    grid_dim: (u32, u32, u32),
    block_dim: (u32, u32, u32),
    shared_mem_bytes: u32,
) -> Result<LaunchConfig1D, RankError> {
    match (grid_dim, block_dim) {
        ((grid, 1, 1), (block, 1, 1)) => Ok(LaunchConfig1D::new(grid, block, shared_mem_bytes)),
        _ => Err(RankError {
            rank: 1,
            grid_dim,
            block_dim,
        }),
    }
}

/// A launch of two dimensions.
pub(super) const fn launch_config_2d(
    grid_dim: (u32, u32, u32),
    block_dim: (u32, u32, u32),
    shared_mem_bytes: u32,
) -> Result<LaunchConfig2D, RankError> {
    match (grid_dim, block_dim) {
        ((x, y, 1), (width, height, 1)) => Ok(LaunchConfig2D::new(
            (x, y),
            (width, height),
            shared_mem_bytes,
        )),
        _ => Err(RankError {
            rank: 2,
            grid_dim,
            block_dim,
        }),
    }
}
