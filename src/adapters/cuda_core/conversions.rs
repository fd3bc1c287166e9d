//! Converts launches into the types of cuda-core.

use core::fmt;

use cuda_core::{LaunchConfig, LaunchConfig1D, LaunchConfig2D, LaunchConfig3D};

use crate::declared::{Declared, accepted_as_loaded};
use crate::launch_type::{Launch, convert_launches};
use crate::variant::VariantLaunch;

/// Converts launches into a type with a fixed number of dimensions.
///
/// If a launch needs the opt-in, the conversion does not build, and the compiler's message says what to do instead.
/// With a bound on the conversion, the message would be about the standard library's conversions.
macro_rules! convert_ranked {
    ($config:ident, $rank:literal, $grid:pat, $block:pat => $extents:expr) => {
        convert_ranked!(Launch<K> => $config, $rank, $grid, $block => $extents);
        convert_ranked!(VariantLaunch<Launch<K>> => $config, $rank, $grid, $block => $extents);
    };
    ($launch:ty => $config:ident, $rank:literal, $grid:pat, $block:pat => $extents:expr) => {
        impl<K: Declared> TryFrom<$launch> for $config {
            type Error = RankError;

            #[inline]
            fn try_from(launch: $launch) -> Result<Self, RankError> {
                const { accepted_as_loaded::<K>() };
                let (grid_dim, block_dim, shared_mem_bytes) = launch.opted_in();
                let ($grid, $block) = (grid_dim, block_dim) else {
                    return Err(RankError {
                        rank: $rank,
                        grid_dim,
                        block_dim,
                    });
                };
                let (grid, block) = $extents;
                Ok(Self::new(grid, block, shared_mem_bytes))
            }
        }
    };
}

convert_ranked!(LaunchConfig1D, 1, (x, 1, 1), (threads, 1, 1) => (x, threads));
convert_ranked!(LaunchConfig2D, 2, (x, y, 1), (width, height, 1) => ((x, y), (width, height)));
convert_launches! {
    LaunchConfig: (grid_dim, block_dim, shared_mem_bytes) => Self {
        grid_dim,
        block_dim,
        shared_mem_bytes,
    };
    LaunchConfig3D: (grid, block, bytes) => Self::new(grid, block, bytes);
}

/// The error if a launch has more dimensions than the type to convert into.
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
