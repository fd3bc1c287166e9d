//! The error of launch types that fix a number of dimensions.

use core::fmt;
use core::marker::PhantomData;

use crate::declared::{AsLoaded, LaunchesAsLoaded};

/// A launch has more dimensions than the type that it converts into.
///
/// `F` says whether the driver accepts the launch as the function is loaded. If it does not, the result of
/// a conversion cannot be used, and the compiler says what to do instead.
pub struct RankError<F = AsLoaded<true>> {
    rank: u32,
    grid_dim: (u32, u32, u32),
    block_dim: (u32, u32, u32),
    function: PhantomData<fn() -> F>,
}

impl<F> RankError<F> {
    pub(super) const fn new(
        rank: u32,
        grid_dim: (u32, u32, u32),
        block_dim: (u32, u32, u32),
    ) -> Self {
        Self {
            rank,
            grid_dim,
            block_dim,
            function: PhantomData,
        }
    }

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

impl<F> Clone for RankError<F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F> Copy for RankError<F> {}

impl<F> PartialEq for RankError<F> {
    fn eq(&self, other: &Self) -> bool {
        (self.rank, self.grid_dim, self.block_dim) == (other.rank, other.grid_dim, other.block_dim)
    }
}

impl<F> Eq for RankError<F> {}

impl<F: LaunchesAsLoaded> fmt::Debug for RankError<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RankError")
            .field("rank", &self.rank)
            .field("grid_dim", &self.grid_dim)
            .field("block_dim", &self.block_dim)
            .finish()
    }
}

impl<F: LaunchesAsLoaded> fmt::Display for RankError<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a grid of {:?} blocks of {:?} threads has more dimensions than `LaunchConfig{}D`; \
             convert into `LaunchConfig3D`",
            self.grid_dim, self.block_dim, self.rank
        )
    }
}

impl<F: LaunchesAsLoaded> core::error::Error for RankError<F> {}
