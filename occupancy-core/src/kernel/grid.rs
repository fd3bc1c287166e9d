//! Grids: what a launch may ask for, and how its blocks fall into waves.

use core::fmt;

use crate::Ratio;
use crate::kernel::{product, wide};

/// Most blocks of a grid in x, y and z, on every compute capability from 5.0.
///
/// Source: CUDA C++ Programming Guide 13.0, Table 27; CCCL `arch_traits.h`.
pub const MAX_GRID_DIM: (u32, u32, u32) = (2_147_483_647, 65_535, 65_535);

/// The dimensions of a grid that can be launched: none is zero and none is over its limit.
///
/// ```
/// use occupancy_core::{GridDim, GridError};
///
/// let grid = GridDim::new((1000, 4, 1))?;
/// assert_eq!(grid.blocks(), 4000);
/// assert!(GridDim::new((1, 65_536, 1)).is_err());
/// # Ok::<(), GridError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GridDim {
    dims: (u32, u32, u32),
}

impl GridDim {
    /// A grid of one block, which every device launches.
    pub const ONE_BLOCK: Self = Self { dims: (1, 1, 1) };

    /// Checks an explicit grid, blocks in x, y and z.
    ///
    /// # Errors
    ///
    /// [`GridError::Empty`] for a zero, [`GridError::Dimension`] for a dimension over its limit
    /// (2,147,483,647 in x, 65,535 in y and z).
    pub const fn new(dims: (u32, u32, u32)) -> Result<Self, GridError> {
        let (x, y, z) = dims;
        if x == 0 || y == 0 || z == 0 {
            return Err(GridError::Empty);
        }
        let mut left = Axis::ALL.as_slice();
        while let [axis, others @ ..] = left {
            let blocks = axis.of(dims);
            if blocks > axis.of(MAX_GRID_DIM) {
                return Err(GridError::Dimension {
                    axis: *axis,
                    blocks: blocks as u64,
                });
            }
            left = others;
        }
        Ok(Self { dims })
    }

    /// A one-dimensional grid of ⌈`elements` / `elements_per_block`⌉ blocks.
    ///
    /// # Errors
    ///
    /// [`GridError::Empty`] where either is zero, [`GridError::Dimension`] where that is more than
    /// 2,147,483,647 blocks.
    pub const fn for_elements(elements: u64, elements_per_block: u64) -> Result<Self, GridError> {
        if elements == 0 || elements_per_block == 0 {
            return Err(GridError::Empty);
        }
        Self::linear(elements.div_ceil(elements_per_block))
    }

    /// A grid that covers `extent` elements in x, y and z with blocks of `block_dim` threads, one
    /// element a thread: ⌈extent / block⌉ blocks along each axis.
    ///
    /// # Errors
    ///
    /// [`GridError::Empty`] for a zero, [`GridError::Dimension`] for an axis over its limit.
    ///
    /// ```
    /// use occupancy_core::GridDim;
    ///
    /// let grid = GridDim::for_extent((1000, 1000, 1), (32, 8, 1))?;
    /// assert_eq!(grid.dims(), (32, 125, 1));
    /// # Ok::<(), occupancy_core::GridError>(())
    /// ```
    pub const fn for_extent(
        extent: (u32, u32, u32),
        block_dim: (u32, u32, u32),
    ) -> Result<Self, GridError> {
        let (x, y, z) = block_dim;
        if x == 0 || y == 0 || z == 0 {
            return Err(GridError::Empty);
        }
        Self::new((
            extent.0.div_ceil(x),
            extent.1.div_ceil(y),
            extent.2.div_ceil(z),
        ))
    }

    /// A one-dimensional grid that fills every SM once: `sm_count` × `blocks_per_sm` blocks.
    ///
    /// # Errors
    ///
    /// [`GridError::Empty`] where either is zero, [`GridError::Dimension`] where the product is
    /// more than 2,147,483,647.
    pub const fn persistent(sm_count: u32, blocks_per_sm: u32) -> Result<Self, GridError> {
        Self::linear(wide(sm_count, blocks_per_sm))
    }

    /// Like [`GridDim::persistent`], of whole clusters: as many as fit, side by side in x, over the
    /// cluster's own extent in y and z.
    ///
    /// ```
    /// use occupancy_core::GridDim;
    ///
    /// // 132 SMs with one block each hold 16 clusters of 8.
    /// let grid = GridDim::persistent_clusters(132, 1, (2, 4, 1))?;
    /// assert_eq!(grid.dims(), (32, 4, 1));
    /// # Ok::<(), occupancy_core::GridError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`GridError::Empty`] where not one cluster fits, [`GridError::Dimension`] where an axis is over
    /// its limit.
    pub const fn persistent_clusters(
        sm_count: u32,
        blocks_per_sm: u32,
        cluster_dim: (u32, u32, u32),
    ) -> Result<Self, GridError> {
        let (x, y, z) = cluster_dim;
        let cluster = product(cluster_dim);
        let blocks = wide(sm_count, blocks_per_sm);
        let Some(clusters) = blocks.checked_div(cluster) else {
            return Err(GridError::Empty);
        };
        let in_x = clusters.saturating_mul(x as u64);
        if in_x > MAX_GRID_DIM.0 as u64 {
            return Err(GridError::Dimension {
                axis: Axis::X,
                blocks: in_x,
            });
        }
        #[allow(
            clippy::cast_possible_truncation,
            reason = "checked against a 32-bit limit"
        )]
        Self::new((in_x as u32, y, z))
    }

    const fn linear(blocks: u64) -> Result<Self, GridError> {
        if blocks == 0 {
            Err(GridError::Empty)
        } else if blocks > MAX_GRID_DIM.0 as u64 {
            Err(GridError::Dimension {
                axis: Axis::X,
                blocks,
            })
        } else {
            #[allow(
                clippy::cast_possible_truncation,
                reason = "checked against a 32-bit limit"
            )]
            Ok(Self {
                dims: (blocks as u32, 1, 1),
            })
        }
    }

    /// Blocks in x, y and z.
    pub const fn dims(self) -> (u32, u32, u32) {
        self.dims
    }

    /// Blocks in all.
    pub const fn blocks(self) -> u64 {
        // Below 2^31 · 2^16 · 2^16.
        product(self.dims)
    }
}

/// An axis of a grid or block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// The first dimension.
    X,
    /// The second dimension.
    Y,
    /// The third dimension.
    Z,
}

impl Axis {
    pub(crate) const ALL: [Self; 3] = [Self::X, Self::Y, Self::Z];

    /// `x`, `y` or `z`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::X => "x",
            Self::Y => "y",
            Self::Z => "z",
        }
    }

    /// The figure of this axis.
    pub const fn of(self, (x, y, z): (u32, u32, u32)) -> u32 {
        match self {
            Self::X => x,
            Self::Y => y,
            Self::Z => z,
        }
    }
}

/// A grid that cannot be launched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GridError {
    /// No blocks: a dimension, the number of elements or the number of SMs is zero, or no block
    /// fits on an SM.
    Empty,
    /// More blocks along an axis than a grid can have.
    Dimension {
        /// The axis.
        axis: Axis,
        /// The blocks asked for along it.
        blocks: u64,
    },
    /// Not made of whole clusters: the blocks along an axis are no multiple of the cluster's.
    Cluster {
        /// The axis.
        axis: Axis,
        /// The blocks of the grid along it.
        blocks: u32,
        /// The blocks of a cluster along it.
        cluster: u32,
    },
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Empty => {
                f.write_str("the grid has no blocks: skip the launch where there is no work")
            }
            Self::Dimension { axis, blocks } => write!(
                f,
                "a grid of {blocks} blocks in {}: at most {} can be launched; give each thread \
                 more elements or fold the work into another axis",
                axis.name(),
                axis.of(MAX_GRID_DIM),
            ),
            Self::Cluster {
                axis,
                blocks,
                cluster,
            } => write!(
                f,
                "a grid of {blocks} {} in {} does not divide into clusters of {cluster}: round it \
                 up to whole clusters and let the kernel skip what is over",
                if blocks == 1 { "block" } else { "blocks" },
                axis.name(),
            ),
        }
    }
}

impl core::error::Error for GridError {}

/// How the blocks of a grid fall into waves: rounds in which every SM holds as many blocks as fit.
///
/// ```
/// use occupancy_core::{GridDim, Ratio, Waves};
///
/// // 132 SMs with 4 blocks each; one block more than a full wave costs a whole second wave.
/// let waves = Waves::new(GridDim::new((529, 1, 1)).unwrap(), 132, 4).unwrap();
/// assert_eq!(waves.count(), 2);
/// assert_eq!(waves.last_wave_blocks(), 1);
/// assert_eq!(waves.tail_efficiency(), Ratio::new(529, 1056).unwrap());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Waves {
    grid_blocks: u64,
    blocks_per_wave: u64,
}

impl Waves {
    /// The waves of `grid` on `sm_count` SMs that hold `blocks_per_sm` blocks each; `None` where
    /// either is zero and nothing runs.
    pub const fn new(grid: GridDim, sm_count: u32, blocks_per_sm: u32) -> Option<Self> {
        let blocks_per_wave = wide(sm_count, blocks_per_sm);
        if blocks_per_wave == 0 {
            return None;
        }
        Some(Self {
            grid_blocks: grid.blocks(),
            blocks_per_wave,
        })
    }

    /// Blocks of the grid.
    pub const fn grid_blocks(self) -> u64 {
        self.grid_blocks
    }

    /// Blocks of a full wave: SMs × blocks per SM.
    pub const fn blocks_per_wave(self) -> u64 {
        self.blocks_per_wave
    }

    /// Waves: ⌈grid blocks / blocks of a wave⌉, at least 1.
    pub const fn count(self) -> u64 {
        self.grid_blocks.div_ceil(self.blocks_per_wave)
    }

    /// Blocks of the last wave, 1 to a full wave.
    pub const fn last_wave_blocks(self) -> u64 {
        // A grid has at least one block, and the product is below it.
        let before = self.count().saturating_sub(1);
        self.grid_blocks
            .saturating_sub(before.saturating_mul(self.blocks_per_wave))
    }

    /// Blocks of the last wave over blocks of a full wave.
    pub const fn last_wave_utilization(self) -> Ratio {
        Ratio::of(self.last_wave_blocks(), self.blocks_per_wave)
    }

    /// Grid blocks over the blocks that the same number of full waves would hold.
    pub const fn tail_efficiency(self) -> Ratio {
        // Waves × blocks of a wave: one wave, below 2^64, or less than twice the grid's 2^63.
        Ratio::of(self.grid_blocks, self.full_waves_above())
    }

    /// The largest number of full waves' blocks that is not above the grid; `None` where the grid
    /// is below one wave.
    pub const fn full_waves_below(self) -> Option<u64> {
        match self.grid_blocks.checked_rem(self.blocks_per_wave) {
            Some(over) if over < self.grid_blocks => Some(self.grid_blocks.saturating_sub(over)),
            _ => None,
        }
    }

    /// The smallest number of full waves' blocks that is not below the grid.
    pub const fn full_waves_above(self) -> u64 {
        self.count().saturating_mul(self.blocks_per_wave)
    }
}
