//! Cooperative launches: grids whose blocks are all resident at once.

use crate::error::{Error, Kind};
use crate::gpu::Arch;
use crate::kernel::{Configuration, GridDim};
use crate::model::max_cluster_size;

impl Configuration<'_> {
    /// The most blocks that a cooperative launch of the kernel can have on `arch`: SMs × blocks per SM.
    ///
    /// With a cluster, only whole clusters count, and the result is an upper bound, like
    /// [`Configuration::resident_clusters_at_most`].
    ///
    /// Source: CUDA Runtime API 13, `cudaLaunchCooperativeKernel`: no more blocks than
    /// `cudaOccupancyMaxActiveBlocksPerMultiprocessor` times the number of SMs. For a kernel with tensor memory,
    /// that function answers 1, as it does for 128 [virtual resources](crate::Kernel::virtual_resources); no
    /// argument and no cubin sets those in a configuration.
    ///
    /// # Errors
    ///
    /// [`Error`] if `arch` has no cooperative launches or no known number of SMs, or if
    /// no block, or no whole cluster, is resident.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel};
    ///
    /// let archs = [Arch::find("h100").unwrap(), Arch::find("sm_90").unwrap()];
    /// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
    /// assert_eq!(configuration.max_cooperative_blocks(&archs[0]), Ok(132 * 4));
    /// let error = configuration.max_cooperative_blocks(&archs[1]).unwrap_err().to_string();
    /// assert!(error.ends_with("name a device, not a compute capability"));
    /// ```
    pub const fn max_cooperative_blocks(&self, arch: &Arch) -> Result<u64, Error> {
        let cc = arch.compute_capability();
        // cooperative_groups/details/info.h of CUDA 13 has groups of a grid from 6.0 on.
        if cc.major < 6 {
            return Err(Error(Kind::NotCooperative((cc.major, cc.minor))));
        }
        let Some(sm_count) = self.sm_count(arch) else {
            return Err(Error(Kind::UnknownSmCount));
        };
        // A refused carve-out launches nothing.
        if self.kernel.carveout.is_over_whole() {
            return Err(Error(Kind::NothingResident));
        }
        let Some(occupancy) = self.launchable_occupancy(arch) else {
            return Err(Error(Kind::NothingResident));
        };
        let blocks = (sm_count as u64).saturating_mul(occupancy.blocks_per_sm as u64);
        let cluster = self.kernel.blocks_per_cluster();
        let over = match blocks.checked_rem(cluster) {
            Some(over)
                if self.kernel.cluster_dim.is_none()
                    || cluster <= max_cluster_size(arch) as u64 =>
            {
                over
            }
            // A cluster of no blocks, or of more than can launch.
            _ => return Err(Error(Kind::NothingResident)),
        };
        match blocks.saturating_sub(over) {
            0 => Err(Error(Kind::NothingResident)),
            most => Ok(most),
        }
    }

    /// Checks that a cooperative launch of the kernel on `arch` can have the grid.
    ///
    /// # Errors
    ///
    /// [`Error`] if not all of its blocks are resident at once; otherwise as for
    /// [`Configuration::max_cooperative_blocks`].
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, GridDim, Kernel};
    ///
    /// let archs = [Arch::find("h100").unwrap()];
    /// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
    /// let grid = |blocks| GridDim::new((blocks, 1, 1)).unwrap();
    /// assert!(configuration.check_cooperative(&archs[0], grid(528)).is_ok());
    /// let error = configuration.check_cooperative(&archs[0], grid(529)).unwrap_err().to_string();
    /// assert!(error.starts_with("a cooperative grid of 529 blocks: the GPU holds 528 at once"));
    /// ```
    pub const fn check_cooperative(&self, arch: &Arch, grid: GridDim) -> Result<GridDim, Error> {
        match self.max_cooperative_blocks(arch) {
            Ok(resident) if grid.blocks() > resident => Err(Error(Kind::CooperativeGrid {
                blocks: grid.blocks(),
                resident,
            })),
            Ok(_) => Ok(grid),
            Err(error) => Err(error),
        }
    }
}
