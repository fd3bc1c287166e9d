//! Cooperative launches: grids whose blocks are all resident at once.

use core::fmt;

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
    /// [`CooperativeGridError`] if `arch` has no cooperative launches or no known number of SMs, or if
    /// no block, or no whole cluster, is resident.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel, model::CooperativeGridError};
    ///
    /// let archs = [Arch::find("h100").unwrap(), Arch::find("sm_90").unwrap()];
    /// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
    /// assert_eq!(configuration.max_cooperative_blocks(&archs[0]), Ok(132 * 4));
    /// assert_eq!(
    ///     configuration.max_cooperative_blocks(&archs[1]),
    ///     Err(CooperativeGridError::UnknownSmCount)
    /// );
    /// ```
    pub const fn max_cooperative_blocks(&self, arch: &Arch) -> Result<u64, CooperativeGridError> {
        let cc = arch.compute_capability();
        // cooperative_groups/details/info.h of CUDA 13 has groups of a grid from 6.0 on.
        if cc.major < 6 {
            return Err(CooperativeGridError::Unsupported {
                compute_capability: (cc.major, cc.minor),
            });
        }
        let Some(sm_count) = self.sm_count(arch) else {
            return Err(CooperativeGridError::UnknownSmCount);
        };
        // A refused carve-out launches nothing.
        if self.kernel.carveout.is_over_whole() {
            return Err(CooperativeGridError::NothingResident);
        }
        let Some(occupancy) = self.launchable_occupancy(arch) else {
            return Err(CooperativeGridError::NothingResident);
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
            _ => return Err(CooperativeGridError::NothingResident),
        };
        match blocks.saturating_sub(over) {
            0 => Err(CooperativeGridError::NothingResident),
            most => Ok(most),
        }
    }

    /// Checks that a cooperative launch of the kernel on `arch` can have the grid.
    ///
    /// # Errors
    ///
    /// [`CooperativeGridError::Blocks`] if not all of its blocks are resident at once; otherwise as for
    /// [`Configuration::max_cooperative_blocks`].
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, GridDim, Kernel, model::CooperativeGridError};
    ///
    /// let archs = [Arch::find("h100").unwrap()];
    /// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
    /// let grid = |blocks| GridDim::new((blocks, 1, 1)).unwrap();
    /// assert!(configuration.check_cooperative(&archs[0], grid(528)).is_ok());
    /// assert_eq!(
    ///     configuration.check_cooperative(&archs[0], grid(529)),
    ///     Err(CooperativeGridError::Blocks { blocks: 529, resident: 528 })
    /// );
    /// ```
    pub const fn check_cooperative(
        &self,
        arch: &Arch,
        grid: GridDim,
    ) -> Result<GridDim, CooperativeGridError> {
        match self.max_cooperative_blocks(arch) {
            Ok(resident) if grid.blocks() > resident => Err(CooperativeGridError::Blocks {
                blocks: grid.blocks(),
                resident,
            }),
            Ok(_) => Ok(grid),
            Err(error) => Err(error),
        }
    }
}

/// Why a cooperative launch fails, or why nothing is known about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CooperativeGridError {
    /// The compute capability has no cooperative launches.
    Unsupported {
        /// Major and minor.
        compute_capability: (u32, u32),
    },
    /// A compute capability was named, not a device.
    UnknownSmCount,
    /// No block of the kernel, or no whole cluster, is resident.
    NothingResident,
    /// The grid has more blocks than are resident at once.
    Blocks {
        /// Blocks of the grid.
        blocks: u64,
        /// Blocks that the GPU holds at once.
        resident: u64,
    },
}

impl fmt::Display for CooperativeGridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Unsupported {
                compute_capability: (major, minor),
            } => write!(
                f,
                "compute capability {major}.{minor} has no cooperative launches: they begin at 6.0"
            ),
            Self::UnknownSmCount => f.write_str(
                "a cooperative launch needs a GPU with a known number of SMs: name a device, not a \
                 compute capability",
            ),
            Self::NothingResident => f.write_str(
                "no block of the kernel, or no whole cluster, is resident: `Configuration::check` says \
                 why, and what passes",
            ),
            Self::Blocks { blocks, resident } => write!(
                f,
                "a cooperative grid of {blocks} blocks: the GPU holds {resident} at once; launch a \
                 persistent grid, and let each block work on more"
            ),
        }
    }
}

impl core::error::Error for CooperativeGridError {}
