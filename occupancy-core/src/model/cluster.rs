//! Thread block clusters: the blocks that one may have, the clusters that are resident, and grids of whole clusters.

use super::Occupancy;
use crate::gpu::{Arch, MAX_GRID_DIM, Multiprocessor, Words};
use crate::kernel::{
    Axis, Configuration, Grid, GridDim, GridError, Kernel, of_gpus, product, wide,
};
use crate::numbers::or;
use crate::text::Ratio;

/// A figure in x, y and z.
type Dims = (u32, u32, u32);

/// `true` for each of x, y and z that a kernel indexes.
type Indexes = (bool, bool, bool);

/// The most blocks that a cluster may have on `arch`, as far as it is known; 0 without clusters.
pub(crate) const fn max_cluster_size(arch: &Arch) -> u32 {
    let sm = arch.multiprocessor();
    match sm.max_cluster_size {
        Some(most) if sm.max_portable_cluster_size > 0 => most,
        _ => sm.max_portable_cluster_size,
    }
}

impl Kernel {
    /// Returns `true` if a cluster has more blocks than every GPU with clusters takes. A cluster of one block is no
    /// cluster.
    pub(crate) const fn needs_nonportable_cluster(&self, sm: &Multiprocessor) -> bool {
        let blocks = self.blocks_per_cluster();
        blocks > 1 && blocks > sm.max_portable_cluster_size as u64
    }
}

impl Configuration<'_> {
    /// Returns `true` if one of the GPUs launches the stated cluster only if the function is allowed more than the
    /// portable size.
    pub const fn has_nonportable_cluster(&self) -> bool {
        // Most kernels have no cluster.
        self.kernel.cluster_dim.is_some()
            && of_gpus!(self, first, arch: true =
                self.kernel.needs_nonportable_cluster(arch.multiprocessor()) => ())
            .is_some()
    }

    /// An upper bound of the clusters that are resident on the whole of `arch` at once: ⌊SMs × blocks per SM / blocks
    /// of a cluster⌋. `None` if no cluster is stated or it cannot launch, if the SM count is not known, or if no block
    /// fits.
    ///
    /// It is only a bound: the blocks of one cluster run at the same time within one GPC, and NVIDIA does not document
    /// how the SMs of a board are spread over its GPCs. `cudaOccupancyMaxActiveClusters` on the GPU can answer less,
    /// and its answer counts. Only zero is certain: the GPU does not hold even one cluster, which
    /// [`Rule::ResidentCluster`] refuses.
    ///
    /// [`Rule::ResidentCluster`]: crate::Rule::ResidentCluster
    ///
    /// Source: CUDA C++ Programming Guide 13.0, Thread Block Clusters ("co-scheduled on a GPU
    /// Processing Cluster (GPC)").
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel};
    ///
    /// let archs = [Arch::find("h100").unwrap()];
    /// let kernel = Kernel::new((1024, 1, 1), 64).with_cluster_dim(Some((8, 1, 1)));
    /// // 132 SMs hold one block each: 16 clusters of 8, if the GPCs can be filled so.
    /// let bound = Configuration::new(&archs, kernel).resident_clusters_at_most(&archs[0]);
    /// assert_eq!(bound, Some(16));
    /// ```
    pub const fn resident_clusters_at_most(&self, arch: &Arch) -> Option<u64> {
        let occupancy = known!(self.launchable_occupancy(arch));
        self.clusters_with(arch, &occupancy)
    }

    /// Like [`resident_clusters_at_most`](Self::resident_clusters_at_most), for an occupancy on `arch` that is already
    /// known.
    pub(crate) const fn clusters_with(&self, arch: &Arch, occupancy: &Occupancy) -> Option<u64> {
        let blocks = self.kernel.blocks_per_cluster();
        match (self.kernel.cluster_dim, self.sm_count(arch)) {
            (Some(_), Some(sm_count @ 1..)) if blocks <= max_cluster_size(arch) as u64 => {
                wide(sm_count, occupancy.blocks_per_sm).checked_div(blocks)
            }
            _ => None,
        }
    }

    /// The clusters that are resident on the whole of `arch` at once, however its SMs are spread over its GPCs: those
    /// that are left if each GPC lacks as many blocks for one more cluster as it can. `None` if the GPCs are not known, and
    /// where [`resident_clusters_at_most`](Self::resident_clusters_at_most) is.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel};
    ///
    /// let archs = [Arch::find("h100").unwrap()];
    /// let kernel = Kernel::new((1024, 1, 1), 64).with_cluster_dim(Some((8, 1, 1)));
    /// let configuration = Configuration::new(&archs, kernel);
    /// // SMs come in pairs: each of 8 GPCs has at most 6 of the 132 that make no cluster.
    /// assert_eq!(configuration.resident_clusters_at_least(&archs[0]), Some(11));
    /// ```
    pub const fn resident_clusters_at_least(&self, arch: &Arch) -> Option<u64> {
        let occupancy = known!(self.launchable_occupancy(arch));
        known!(self.clusters_with(arch, &occupancy));
        self.clusters_at_least(arch, known!(self.sm_count(arch)), occupancy.blocks_per_sm)
    }

    /// Like [`resident_clusters_at_least`](Self::resident_clusters_at_least), for so many blocks on each of `sm_count` SMs.
    const fn clusters_at_least(
        &self,
        arch: &Arch,
        sm_count: u32,
        blocks_per_sm: u32,
    ) -> Option<u64> {
        let device = known!(arch.device());
        let gpcs = known!(device.gpcs()) as u64;
        let blocks = self.kernel.blocks_per_cluster();
        // A share of the GPU can divide a pair.
        let pairs = match (self.sms, device.tpcs()) {
            (None, Some(tpcs)) if tpcs.saturating_mul(2) == sm_count => 2,
            _ => 1,
        };
        // A GPC holds whole units, so that it lacks at least one for one more cluster.
        let in_units = known!(Ratio::new(wide(blocks_per_sm, pairs), blocks)).denominator();
        let unit = known!(blocks.checked_div(in_units));
        let idle = gpcs.saturating_mul(blocks.saturating_sub(unit));
        let held = wide(sm_count, blocks_per_sm).saturating_sub(idle);
        Some(held.div_ceil(blocks))
    }

    /// The blocks of a cooperative grid that `arch` holds at once: those that it certainly does, 0 if that is not known, and
    /// the most that it can. Only clusters tell them apart.
    #[doc(hidden)]
    pub const fn held_at_once(&self, arch: &Arch) -> Option<(u64, u64)> {
        let occupancy = known!(self.launchable_occupancy(arch));
        let (sms, per_sm) = (known!(self.sm_count(arch)), occupancy.blocks_per_sm);
        let held = wide(sms, per_sm);
        let blocks = self.kernel.blocks_per_cluster();
        Some(match self.clusters_with(arch, &occupancy) {
            Some(most) => {
                let least = or(self.clusters_at_least(arch, sms, per_sm), 0);
                (least.saturating_mul(blocks), most.saturating_mul(blocks))
            }
            None => (held, held),
        })
    }

    /// Refuses a grid that cannot be launched on one of the GPUs, or is cooperative and not resident there at once.
    const fn launched(&self, grid: Result<GridDim, GridError>) -> Result<GridDim, GridError> {
        let grid = self.on_gpus(grid);
        if let (true, Ok(one)) = (self.cooperative, grid)
            && let Some(resident) =
                of_gpus!(self, <, arch: Some((_, most)) = self.held_at_once(arch) => most)
            && one.blocks() > resident
        {
            let (blocks, words) = (one.blocks(), Words::of(self.archs));
            return Err(GridError::Cooperative {
                blocks,
                resident,
                words,
            });
        }
        grid
    }

    /// Makes a grid with `blocks_per_sm` blocks for each of `sm_count` SMs, as far as whole clusters fill them. An SM
    /// holds `resident` blocks at once. A cooperative grid has the clusters that are
    /// [certainly resident](Self::resident_clusters_at_least), if they are known.
    ///
    /// # Errors
    ///
    /// [`GridError::Residency`] if `blocks_per_sm` is more than `resident`, [`GridError::Workgroups`] if a GPU of AMD
    /// launches fewer blocks; otherwise as for [`GridDim::persistent_clusters`].
    ///
    /// ```
    /// use occupancy_core::{Configuration, GridError, Kernel};
    ///
    /// let kernel = Kernel::new((256, 1, 1), 64).with_cluster_dim(Some((8, 1, 1)));
    /// let configuration = Configuration::new(&[], kernel);
    /// assert_eq!(configuration.persistent_grid(132, 1, 4)?.dims(), (128, 1, 1));
    /// let error = configuration.persistent_grid(132, 5, 4).unwrap_err();
    /// assert!(matches!(error, GridError::Residency { blocks: 5, resident: 4, .. }));
    /// # Ok::<(), GridError>(())
    /// ```
    pub const fn persistent_grid(
        &self,
        sm_count: u32,
        blocks_per_sm: u32,
        resident: u32,
    ) -> Result<GridDim, GridError> {
        if blocks_per_sm > resident {
            let (blocks, words) = (blocks_per_sm, Words::of(self.archs));
            return Err(GridError::Residency {
                blocks,
                resident,
                words,
            });
        }
        let cluster = self.kernel.cluster();
        let mut grid = GridDim::persistent_clusters(sm_count, blocks_per_sm, cluster);
        if let (true, [arch], Some((x, y, z)), Ok(_)) =
            (self.cooperative, self.archs, self.kernel.cluster_dim, grid)
            && let Some(least @ 1..) = self.clusters_at_least(arch, sm_count, blocks_per_sm)
        {
            grid = GridDim::within_limits(least.saturating_mul(x as u64), y as u64, z as u64);
        }
        self.on_gpus(grid)
    }

    /// Makes a grid of this many blocks, which have to be whole clusters.
    ///
    /// # Errors
    ///
    /// [`GridError`] if a dimension is zero, over its limit, or not a multiple of the cluster's.
    ///
    /// ```
    /// use occupancy_core::{Configuration, GridError, Kernel};
    ///
    /// let kernel = Kernel::new((256, 1, 1), 64).with_cluster_dim(Some((8, 1, 1)));
    /// let configuration = Configuration::new(&[], kernel);
    /// assert_eq!(configuration.grid_of((16, 2, 1))?.dims(), (16, 2, 1));
    /// assert!(configuration.grid_of((20, 2, 1)).is_err());
    /// # Ok::<(), GridError>(())
    /// ```
    pub const fn grid_of(&self, blocks: Dims) -> Result<GridDim, GridError> {
        self.launched(match GridDim::new(blocks) {
            Ok(grid) => grid.check_cluster(self.kernel.cluster()),
            error => error,
        })
    }

    /// Makes a one-dimensional grid for this many elements, rounded up to whole clusters.
    ///
    /// # Errors
    ///
    /// [`GridError`] if there are no elements, more blocks than a grid can have, or clusters that extend in y or z,
    /// where the kernel would do its work again.
    ///
    /// ```
    /// use occupancy_core::{Configuration, GridError, Kernel};
    ///
    /// let kernel = Kernel::new((256, 1, 1), 64).with_cluster_dim(Some((4, 1, 1)));
    /// let configuration = Configuration::new(&[], kernel);
    /// assert_eq!(configuration.grid_for_elements(20_000)?.dims(), (80, 1, 1));
    /// # Ok::<(), GridError>(())
    /// ```
    pub const fn grid_for_elements(&self, elements: u64) -> Result<GridDim, GridError> {
        let grid = GridDim::for_elements(elements, self.elements_per_block());
        self.launched(clustered(grid, self.kernel.cluster(), (true, false, false)))
    }

    /// Returns `true` if [`grid_for_elements`](Self::grid_for_elements) has a grid for each number of 32 bits but 0: with
    /// blocks of at least 3 elements, and clusters along x alone. AMD counts the threads of a grid in 32 bits, so that its
    /// last block has to end there: with 2 elements per thread, or several threads in y.
    ///
    /// ```
    /// use occupancy_core::{Configuration, Kernel};
    ///
    /// let of_block = |threads| Configuration::new(&[], Kernel::new((threads, 1, 1), 64));
    /// assert!(of_block(3).covers_u32() && of_block(3).grid_for_elements(u32::MAX.into()).is_ok());
    /// assert!(!of_block(2).covers_u32() && of_block(2).grid_for_elements(u32::MAX.into()).is_err());
    /// ```
    pub const fn covers_u32(&self) -> bool {
        let each = self.elements_per_block();
        !self.cooperative
            && matches!(self.kernel.cluster_dim, None | Some((_, 1, 1)))
            && each > 2
            && (u32::MAX as u64).div_ceil(each) <= self.most_blocks().0 as u64
    }

    /// Makes a grid that covers this many elements in x, y and z, one per thread, rounded up to whole clusters.
    ///
    /// # Errors
    ///
    /// [`GridError`] if there are no elements, more blocks along an axis than a grid can have, or clusters that extend
    /// along an axis with one element and one thread per block.
    ///
    /// ```
    /// use occupancy_core::{Configuration, GridError, Kernel};
    ///
    /// let kernel = Kernel::new((32, 8, 1), 64).with_cluster_dim(Some((2, 2, 1)));
    /// let configuration = Configuration::new(&[], kernel);
    /// assert_eq!(configuration.grid_for_extent((1000, 1000, 1))?.dims(), (32, 126, 1));
    /// # Ok::<(), GridError>(())
    /// ```
    pub const fn grid_for_extent(&self, extent: Dims) -> Result<GridDim, GridError> {
        let (block, cluster) = (self.kernel.block_dim, self.kernel.cluster());
        self.launched(covering(extent, block, cluster))
    }

    /// Makes a grid with a block for each tile of a product of `m` × `n` elements, rounded up to whole clusters:
    /// columns along x, rows along y.
    ///
    /// # Errors
    ///
    /// [`GridError::NoTile`] if there is no tile; otherwise as for [`Self::grid_for_extent`].
    ///
    /// ```
    /// use occupancy_core::{Configuration, GridError, Kernel, kernel::Tile};
    ///
    /// let kernel = Kernel::new((256, 1, 1), 128).with_cluster_dim(Some((2, 1, 1)));
    /// let configuration = Configuration::new(&[], kernel).with_tile(Some(Tile::new(128, 64, 32)));
    /// assert_eq!(configuration.grid_for_problem(2176, 960)?.dims(), (16, 17, 1));
    /// # Ok::<(), GridError>(())
    /// ```
    pub const fn grid_for_problem(&self, m: u32, n: u32) -> Result<GridDim, GridError> {
        match self.tile {
            Some(tile) => {
                let cluster = self.kernel.cluster();
                self.launched(covering((n, m, 1), (tile.n, tile.m, 1), cluster))
            }
            None => Err(GridError::NoTile),
        }
    }

    /// The [`GridError::Cluster`] of the first axis along which the stated grid does not consist of whole clusters. It
    /// skips an axis that cannot be launched anyway.
    pub(crate) const fn grid_cut_by_cluster(&self) -> Option<GridError> {
        let dims = match (self.stated_grid(), self.counted_grid()) {
            (Some(Grid::Blocks(dims)), _) => dims,
            (Some(Grid::Elements(_)), Some(Ok(grid))) => grid.dims(),
            // Elements fill a grid of any length along x.
            (Some(Grid::Elements(_)), _) => (0, 1, 1),
            (None, _) => return None,
        };
        first_cut_axis(dims, self.kernel.cluster(), (false, false, false))
    }
}

impl GridDim {
    /// Makes a one-dimensional grid that fills every SM once: `sm_count` × `blocks_per_sm` blocks.
    ///
    /// # Errors
    ///
    /// [`GridError::Empty`] if either is zero, [`GridError::SmCount`] if the product is more than 2,147,483,647.
    pub const fn persistent(sm_count: u32, blocks_per_sm: u32) -> Result<Self, GridError> {
        Self::persistent_clusters(sm_count, blocks_per_sm, (1, 1, 1))
    }

    /// Like [`GridDim::persistent`], with whole clusters: as many as fit, side by side in x, with the cluster's own
    /// extent in y and z.
    ///
    /// Fewer clusters may be resident at once: that depends on how the GPU groups its SMs.
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

    /// Returns the grid if it consists of whole clusters of `cluster_dim` blocks: every dimension is a multiple of the
    /// cluster's. A launch of any other grid fails.
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
        match first_cut_axis(self.dims(), cluster_dim, (false, false, false)) {
            Some(cut) => Err(cut),
            None => Ok(self),
        }
    }
}

/// Makes a grid that covers `extent`, with the elements of `each` block. A kernel indexes the axes along which either
/// has more than one element.
const fn covering(extent: Dims, each: Dims, cluster_dim: Dims) -> Result<GridDim, GridError> {
    let indexes = (
        extent.0 > 1 || each.0 > 1,
        extent.1 > 1 || each.1 > 1,
        extent.2 > 1 || each.2 > 1,
    );
    clustered(GridDim::for_extent(extent, each), cluster_dim, indexes)
}

/// Rounds the grid up to whole clusters. A kernel skips extra blocks along the axes that it `indexes`. Along any other,
/// they would do the work again, so the grid itself has to consist of whole clusters.
const fn clustered(
    grid: Result<GridDim, GridError>,
    cluster_dim: Dims,
    indexes: Indexes,
) -> Result<GridDim, GridError> {
    const fn whole(blocks: u32, cluster: u32) -> u64 {
        (blocks as u64).next_multiple_of(cluster as u64)
    }
    let Ok(grid) = grid else {
        return grid;
    };
    if let Some(cut) = first_cut_axis(grid.dims(), cluster_dim, indexes) {
        return Err(cut);
    }
    let ((x, y, z), (in_x, in_y, in_z)) = (grid.dims(), cluster_dim);
    GridDim::within_limits(whole(x, in_x), whole(y, in_y), whole(z, in_z))
}

/// The error of the first axis along which a grid does not consist of whole clusters. It skips the axes that cannot be
/// launched, and those that a kernel indexes.
const fn first_cut_axis(dims: Dims, cluster_dim: Dims, indexes: Indexes) -> Option<GridError> {
    each!(Axis::ALL.as_slice(), |axis| {
        let (blocks, cluster) = (axis.of(dims), axis.of(cluster_dim));
        // For a cluster of zero blocks, only zero is a multiple.
        let is_cut = !blocks.is_multiple_of(cluster) && (cluster == 0 || !axis.of(indexes));
        if is_cut && blocks <= axis.of(MAX_GRID_DIM) {
            return Some(GridError::Cluster {
                axis: *axis,
                blocks,
                cluster,
            });
        }
    });
    None
}
