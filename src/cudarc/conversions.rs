//! Launches as cudarc's own.

use cudarc::driver::LaunchConfig;

use crate::declared::{Declared, LaunchesAsLoaded};
use crate::{Launch, LaunchParameters, OptedIn, VariantLaunch};

pub(super) fn config(launch: &impl LaunchParameters) -> LaunchConfig {
    let kernel = launch.kernel();
    LaunchConfig {
        grid_dim: launch.grid().dims(),
        block_dim: kernel.block_dim,
        shared_mem_bytes: kernel.dynamic_shared_memory,
    }
}

/// For launches that the driver accepts as the function is loaded; where one needs the opt-in to more
/// than 48 KiB of shared memory or to a large cluster, this does not compile, and
/// [`prepare`](super::Launchable::prepare) launches it.
impl<K: Declared> From<Launch<K>> for LaunchConfig
where
    K::Known: LaunchesAsLoaded,
{
    #[inline]
    fn from(launch: Launch<K>) -> Self {
        config(&launch)
    }
}

/// For launches that the driver accepts as the function is loaded, on each of the GPUs.
impl<K: Declared> From<VariantLaunch<Launch<K>>> for LaunchConfig
where
    K::Known: LaunchesAsLoaded,
{
    #[inline]
    fn from(launch: VariantLaunch<Launch<K>>) -> Self {
        config(&launch)
    }
}

/// For code that opts in itself.
impl From<OptedIn> for LaunchConfig {
    #[inline]
    fn from(launch: OptedIn) -> Self {
        Self {
            grid_dim: launch.grid_dim(),
            block_dim: launch.block_dim(),
            shared_mem_bytes: launch.shared_mem_bytes(),
        }
    }
}
