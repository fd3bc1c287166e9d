//! Launches as cust's grids and blocks.

use cust::function::{BlockSize, GridSize};

use crate::declared::{Declared, LaunchesAsLoaded};
use crate::{Launch, OptedIn, VariantLaunch};

/// For launches that the driver accepts as the function is loaded; where one needs the opt-in to more
/// than 48 KiB of shared memory or to a large cluster, this does not compile, and
/// [`prepare`](super::Launchable::prepare) launches it.
impl<K: Declared> From<Launch<K>> for GridSize
where
    K::Known: LaunchesAsLoaded,
{
    #[inline]
    fn from(launch: Launch<K>) -> Self {
        launch.opted_in().into()
    }
}

/// For launches that the driver accepts as the function is loaded.
impl<K: Declared> From<Launch<K>> for BlockSize
where
    K::Known: LaunchesAsLoaded,
{
    #[inline]
    fn from(launch: Launch<K>) -> Self {
        launch.opted_in().into()
    }
}

/// For launches that the driver accepts as the function is loaded, on each of the GPUs.
impl<K: Declared> From<VariantLaunch<Launch<K>>> for GridSize
where
    K::Known: LaunchesAsLoaded,
{
    #[inline]
    fn from(launch: VariantLaunch<Launch<K>>) -> Self {
        launch.opted_in().into()
    }
}

/// For launches that the driver accepts as the function is loaded, on each of the GPUs.
impl<K: Declared> From<VariantLaunch<Launch<K>>> for BlockSize
where
    K::Known: LaunchesAsLoaded,
{
    #[inline]
    fn from(launch: VariantLaunch<Launch<K>>) -> Self {
        launch.opted_in().into()
    }
}

/// For code that opts in itself.
impl From<OptedIn> for GridSize {
    #[inline]
    fn from(launch: OptedIn) -> Self {
        launch.grid_dim().into()
    }
}

/// For code that opts in itself.
impl From<OptedIn> for BlockSize {
    #[inline]
    fn from(launch: OptedIn) -> Self {
        launch.block_dim().into()
    }
}
