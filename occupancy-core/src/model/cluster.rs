//! Thread block clusters: how many of them can be resident.

use super::Occupancy;
use crate::gpu::Arch;
use crate::kernel::{Configuration, of_gpus, wide};

/// The most blocks that a cluster is known to be allowed on `arch`; 0 without clusters.
pub(crate) const fn max_cluster_size(arch: &Arch) -> u32 {
    let cc = arch.compute_capability();
    match cc.max_cluster_size {
        Some(most) if cc.max_portable_cluster_size > 0 => most,
        _ => cc.max_portable_cluster_size,
    }
}

impl Configuration<'_> {
    /// An upper bound of the clusters that are resident on the whole of `arch` at once: ⌊SMs × blocks
    /// per SM / blocks of a cluster⌋. `None` if no cluster is stated or it cannot launch, if the SM
    /// count is not known, or if nothing runs.
    ///
    /// It is only a bound: the blocks of one cluster run at the same time within one GPC, and NVIDIA
    /// does not document how the SMs of a board are spread over its GPCs.
    /// `cudaOccupancyMaxActiveClusters` on the GPU can answer less, and its answer counts. Zero is
    /// certain: the GPU does not hold even one cluster, which [`Rule::ResidentCluster`] refuses.
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
        match self.launchable_occupancy(arch) {
            Some(occupancy) => self.clusters_with(arch, &occupancy),
            None => None,
        }
    }

    /// The same, for an occupancy on `arch` that is already known.
    pub(crate) const fn clusters_with(&self, arch: &Arch, occupancy: &Occupancy) -> Option<u64> {
        let blocks_per_cluster = self.kernel.blocks_per_cluster();
        if self.kernel.cluster_dim.is_none() || blocks_per_cluster > max_cluster_size(arch) as u64 {
            return None;
        }
        match self.sm_count(arch) {
            None | Some(0) => None,
            Some(sm_count) => {
                wide(sm_count, occupancy.blocks_per_sm).checked_div(blocks_per_cluster)
            }
        }
    }

    /// Whether one of its GPUs launches the stated cluster only if the function is allowed more than the portable size.
    pub(crate) const fn has_nonportable_cluster(&self) -> bool {
        // Most kernels have none.
        self.kernel.cluster_dim.is_some()
            && matches!(
                of_gpus!(self, <, arch => Some(arch.compute_capability().max_portable_cluster_size)),
                Some(portable) if self.kernel.blocks_per_cluster() > portable as u64
            )
    }
}
