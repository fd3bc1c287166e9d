//! Grids that can be launched.

use core::fmt;

use super::{product, saturate, wide};
use crate::gpu::MAX_GRID_DIM;

/// The dimensions of a grid that can be launched: none is zero, and none is over its limit.
///
/// ```
/// use occupancy_core::{GridDim, GridError};
///
/// let grid = GridDim::new((1000, 4, 1))?;
/// assert_eq!(grid.blocks(), 4000);
/// assert!(GridDim::new((1, 65_536, 1)).is_err());
/// # Ok::<(), GridError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
        Self::within_limits(x as u64, y as u64, z as u64)
    }

    /// A one-dimensional grid of ⌈`elements` / `elements_per_block`⌉ blocks.
    ///
    /// # Errors
    ///
    /// [`GridError::Empty`] if either is zero, [`GridError::Dimension`] if that is more than
    /// 2,147,483,647 blocks.
    pub const fn for_elements(elements: u64, elements_per_block: u64) -> Result<Self, GridError> {
        if elements == 0 || elements_per_block == 0 {
            return Err(GridError::Empty);
        }
        Self::within_limits(elements.div_ceil(elements_per_block), 1, 1)
    }

    /// A grid that covers `extent` elements in x, y and z with blocks of `block_dim` threads, one
    /// element per thread: ⌈extent / block⌉ blocks along each axis.
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
        let ((width, height, depth), (x, y, z)) = (extent, block_dim);
        if x == 0 || y == 0 || z == 0 {
            return Err(GridError::Empty);
        }
        Self::new((width.div_ceil(x), height.div_ceil(y), depth.div_ceil(z)))
    }

    /// A one-dimensional grid that fills every SM once: `sm_count` × `blocks_per_sm` blocks.
    ///
    /// # Errors
    ///
    /// [`GridError::Empty`] if either is zero, [`GridError::SmCount`] if the product is
    /// more than 2,147,483,647.
    pub const fn persistent(sm_count: u32, blocks_per_sm: u32) -> Result<Self, GridError> {
        Self::persistent_clusters(sm_count, blocks_per_sm, (1, 1, 1))
    }

    /// Like [`GridDim::persistent`], with whole clusters: as many as fit, side by side in x, with the
    /// cluster's own extent in y and z.
    ///
    /// Fewer may be resident at once: that depends on how the GPU groups its SMs, and
    /// `cudaOccupancyMaxActiveClusters` answers it on the GPU.
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
    /// [`GridError::Empty`] if there are no SMs or no blocks, [`GridError::ResidentCluster`] if not one cluster
    /// fits, [`GridError::SmCount`] or [`GridError::Dimension`] if an axis is over its limit.
    pub const fn persistent_clusters(
        sm_count: u32,
        blocks_per_sm: u32,
        cluster_dim: (u32, u32, u32),
    ) -> Result<Self, GridError> {
        let (x, y, z) = cluster_dim;
        let (cluster, resident) = (product(cluster_dim), wide(sm_count, blocks_per_sm));
        match resident.checked_div(cluster) {
            Some(0) if resident > 0 => Err(GridError::ResidentCluster { cluster, resident }),
            Some(all) => {
                let blocks = all.saturating_mul(x as u64);
                if blocks > MAX_GRID_DIM.0 as u64 {
                    return Err(GridError::SmCount { blocks });
                }
                Self::within_limits(blocks, y as u64, z as u64)
            }
            None => Err(GridError::Empty),
        }
    }

    /// The grid, if no dimension is zero and none is over its limit.
    const fn within_limits(x: u64, y: u64, z: u64) -> Result<Self, GridError> {
        let (max_x, max_y, max_z) = MAX_GRID_DIM;
        let (axis, blocks) = if x == 0 || y == 0 || z == 0 {
            return Err(GridError::Empty);
        } else if x > max_x as u64 {
            (Axis::X, x)
        } else if y > max_y as u64 {
            (Axis::Y, y)
        } else if z > max_z as u64 {
            (Axis::Z, z)
        } else {
            let dims = (saturate(x), saturate(y), saturate(z));
            return Ok(Self { dims });
        };
        Err(GridError::Dimension { axis, blocks })
    }

    /// The grid, if it is made of whole clusters of `cluster_dim` blocks: every dimension is a multiple
    /// of the cluster's. A launch of any other grid fails.
    ///
    /// Source: CUDA C++ Programming Guide 13.0, Thread Block Clusters: "The grid dimension must be
    /// a multiple of cluster size".
    ///
    /// # Errors
    ///
    /// [`GridError::Cluster`] for the first axis that is not, or along which the cluster has no blocks.
    ///
    /// ```
    /// use occupancy_core::{GridDim, GridError, kernel::Axis};
    ///
    /// let grid = GridDim::new((100, 4, 1))?;
    /// assert_eq!(grid.check_cluster((4, 2, 1)), Ok(grid));
    /// assert_eq!(
    ///     grid.check_cluster((8, 1, 1)),
    ///     Err(GridError::Cluster { axis: Axis::X, blocks: 100, cluster: 8 })
    /// );
    /// # Ok::<(), GridError>(())
    /// ```
    pub const fn check_cluster(self, cluster_dim: (u32, u32, u32)) -> Result<Self, GridError> {
        match first_cut_axis(self.dims(), cluster_dim) {
            Some(cut) => Err(cut),
            None => Ok(self),
        }
    }

    /// The smallest grid of whole clusters that is not below this one along any axis. Launch it for a
    /// number of elements if the kernel skips the extra blocks.
    ///
    /// # Errors
    ///
    /// [`GridError::Dimension`] if that is over the limit of an axis, [`GridError::Cluster`]
    /// if the cluster has no blocks along one.
    ///
    /// ```
    /// use occupancy_core::GridDim;
    ///
    /// let grid = GridDim::for_elements(20_000, 256)?;
    /// assert_eq!(grid.dims(), (79, 1, 1));
    /// assert_eq!(grid.rounded_up_to_cluster((4, 1, 1))?.dims(), (80, 1, 1));
    /// # Ok::<(), occupancy_core::GridError>(())
    /// ```
    pub const fn rounded_up_to_cluster(
        self,
        cluster_dim: (u32, u32, u32),
    ) -> Result<Self, GridError> {
        const fn whole(blocks: u32, cluster: u32) -> u64 {
            (blocks as u64).next_multiple_of(cluster as u64)
        }
        let ((x, y, z), (in_x, in_y, in_z)) = (self.dims(), cluster_dim);
        // No blocks are made of clusters of none.
        let any = ((in_x > 0) as u32, (in_y > 0) as u32, (in_z > 0) as u32);
        match first_cut_axis(self.dims(), any) {
            Some(empty) => Err(empty),
            None => Self::within_limits(whole(x, in_x), whole(y, in_y), whole(z, in_z)),
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

/// The first axis along which a grid is not made of whole clusters.
pub(super) const fn first_cut_axis(
    dims: (u32, u32, u32),
    cluster_dim: (u32, u32, u32),
) -> Option<GridError> {
    let mut left = Axis::ALL.as_slice();
    while let [axis, others @ ..] = left {
        let (blocks, cluster) = (axis.of(dims), axis.of(cluster_dim));
        // For a cluster of zero blocks, only zero is a multiple.
        if !blocks.is_multiple_of(cluster) {
            return Some(GridError::Cluster {
                axis: *axis,
                blocks,
                cluster,
            });
        }
        left = others;
    }
    None
}

/// An axis of a grid or block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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

/// Why a grid cannot be launched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GridError {
    /// No blocks: a dimension, the number of elements or the number of SMs is zero, or no block
    /// fits on an SM.
    Empty,
    /// More blocks along an axis than a grid can have.
    Dimension {
        /// The axis.
        axis: Axis,
        /// The blocks along it.
        blocks: u64,
    },
    /// More blocks on each SM than are resident at once: the grid would take several waves.
    Residency {
        /// The blocks on each SM that you asked for.
        blocks: u32,
        /// The blocks that can be resident.
        resident: u32,
    },
    /// Not one cluster fits the SMs of a persistent grid.
    ResidentCluster {
        /// The blocks of a cluster.
        cluster: u64,
        /// The blocks that can be resident.
        resident: u64,
    },
    /// Not made of whole clusters: the blocks along an axis are not a multiple of the cluster's.
    Cluster {
        /// The axis.
        axis: Axis,
        /// The blocks of the grid along it.
        blocks: u32,
        /// The blocks of a cluster along it.
        cluster: u32,
    },
    /// More blocks than a persistent grid can have: no GPU has as many SMs.
    SmCount {
        /// The blocks in x.
        blocks: u64,
    },
    /// A grid for a product, of a kernel that states no tile.
    NoTile,
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let noun = |blocks| if blocks == 1 { "block" } else { "blocks" };
        let verb = |blocks| if blocks == 1 { "is" } else { "are" };
        match *self {
            Self::Empty => {
                f.write_str("the grid has no blocks: skip the launch if there is no work")
            }
            Self::Dimension { axis, blocks } => write!(
                f,
                "a grid of {blocks} blocks in {}: at most {} can be launched; give each thread \
                 more elements or fold the work into another axis",
                axis.name(),
                axis.of(MAX_GRID_DIM),
            ),
            Self::Residency { blocks, resident } => write!(
                f,
                "a persistent grid with {blocks} {} on each SM, but only {resident} {} resident: blocks \
                 that wait for others to end make a second wave; ask for fewer",
                noun(blocks.into()),
                verb(resident.into()),
            ),
            Self::ResidentCluster { cluster, resident } => write!(
                f,
                "not one cluster of {cluster} blocks fits: {resident} {} {} resident at once, and the launch would \
                 fail; make the clusters smaller",
                noun(resident),
                verb(resident),
            ),
            Self::Cluster {
                axis,
                blocks,
                cluster,
            } => write!(
                f,
                "a grid of {blocks} {} in {} does not divide into clusters of {cluster}: {} whole clusters and let \
                 the kernel skip the extra blocks",
                noun(blocks.into()),
                axis.name(),
                // Extra blocks along an axis that the kernel does not index would do its work once more.
                match (axis, blocks) {
                    (Axis::Y | Axis::Z, 1) => "put the clusters along x, or launch",
                    _ => "round it up to",
                },
            ),
            Self::SmCount { blocks } => write!(
                f,
                "a persistent grid of {blocks} blocks in x: at most {} can be launched; pass the number of SMs that \
                 the driver reports",
                MAX_GRID_DIM.0,
            ),
            Self::NoTile => f.write_str(
                "the kernel states no tile for the blocks of a product: add `tile(…)` to the attribute",
            ),
        }
    }
}

impl core::error::Error for GridError {}
