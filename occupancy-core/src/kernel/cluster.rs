//! Thread block clusters: how large they are, and whether a grid is made of them.

use super::{Axis, Configuration, Grid, GridDim, GridError, Kernel, product};
use crate::gpu::MAX_GRID_DIM;

impl Kernel {
    /// Blocks per cluster; 1 without clusters, and `u64::MAX` if the product of the dimensions is
    /// larger.
    pub const fn blocks_per_cluster(&self) -> u64 {
        product(self.cluster())
    }

    /// Blocks of a cluster in x, y and z; one without clusters.
    pub const fn cluster(&self) -> (u32, u32, u32) {
        match self.cluster_dim {
            Some(cluster_dim) => cluster_dim,
            None => (1, 1, 1),
        }
    }
}

impl GridDim {
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
        const fn one_if_any(blocks: u32) -> u32 {
            (blocks > 0) as u32
        }
        const fn whole(blocks: u32, cluster: u32) -> u64 {
            (blocks as u64).next_multiple_of(cluster as u64)
        }
        let ((x, y, z), (in_x, in_y, in_z)) = (self.dims(), cluster_dim);
        // No blocks are made of clusters of none.
        let any = (one_if_any(in_x), one_if_any(in_y), one_if_any(in_z));
        match first_cut_axis(self.dims(), any) {
            Some(empty) => Err(empty),
            None => Self::within_limits(whole(x, in_x), whole(y, in_y), whole(z, in_z)),
        }
    }
}

/// The first axis along which a grid is not made of whole clusters.
const fn first_cut_axis(dims: (u32, u32, u32), cluster_dim: (u32, u32, u32)) -> Option<GridError> {
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

impl Configuration<'_> {
    /// Whether a cluster is stated, and has blocks.
    pub(crate) const fn has_cluster(&self) -> bool {
        self.kernel.cluster_dim.is_some() && self.kernel.blocks_per_cluster() > 0
    }

    /// The first axis along which the stated grid is not made of whole clusters, as
    /// [`GridError::Cluster`]. It skips an axis that cannot be launched anyway.
    pub(crate) const fn grid_cut_by_cluster(&self) -> Option<GridError> {
        let (Some(cluster_dim), true) = (self.kernel.cluster_dim, self.has_cluster()) else {
            return None;
        };
        let (max_x, max_y, max_z) = MAX_GRID_DIM;
        let (x, y, z) = match (self.grid, self.grid_dim()) {
            (Some(Grid::Blocks(dims)), _) => dims,
            (Some(Grid::Elements(_)), Some(Ok(grid))) => grid.dims(),
            // Elements fill a grid of any length along x.
            (Some(Grid::Elements(_)), _) => (0, 1, 1),
            (None, _) => return None,
        };
        // A zero is a multiple of every cluster.
        first_cut_axis(
            (
                if x > max_x { 0 } else { x },
                if y > max_y { 0 } else { y },
                if z > max_z { 0 } else { z },
            ),
            cluster_dim,
        )
    }
}
