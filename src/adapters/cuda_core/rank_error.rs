//! The error of launch types that fix a number of dimensions.

use core::fmt;

/// A launch has more dimensions than the type that it converts into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RankError {
    /// Dimensions that the type has: 1 or 2.
    pub rank: u32,
    /// Blocks of the launch in x, y and z.
    pub grid_dim: (u32, u32, u32),
    /// Threads of a block of the launch in x, y and z.
    pub block_dim: (u32, u32, u32),
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
