//! Launches as cuda-core's own.

use cuda_core::{LaunchConfig, LaunchConfig1D, LaunchConfig2D, LaunchConfig3D, simt};

use super::{RankError, launch_config_1d, launch_config_2d};
use crate::declared::{Declared, LaunchesAsLoaded};
use crate::{Launch, OptedIn, VariantLaunch};

/// Conversions into a type, for launches that the driver accepts as the function is loaded and for code
/// that opts in itself. Where a launch needs the opt-in to more than 48 KiB of shared memory or to a
/// large cluster, it does not compile, and [`prepare`](super::Launchable::prepare) launches it.
macro_rules! from {
    ($($config:ty)*) => {
        $(
            impl<K: Declared> From<Launch<K>> for $config
            where
                K::Known: LaunchesAsLoaded,
            {
                #[inline]
                fn from(launch: Launch<K>) -> Self {
                    launch.opted_in().into()
                }
            }

            impl<K: Declared> From<VariantLaunch<Launch<K>>> for $config
            where
                K::Known: LaunchesAsLoaded,
            {
                #[inline]
                fn from(launch: VariantLaunch<Launch<K>>) -> Self {
                    launch.opted_in().into()
                }
            }
        )*
    };
}

from!(LaunchConfig simt::LaunchConfig LaunchConfig3D);

/// Like `from`, for types that fix a rank.
macro_rules! try_from {
    ($($config:ident $convert:ident)*) => {
        $(
            impl<K: Declared> TryFrom<Launch<K>> for $config
            where
                K::Known: LaunchesAsLoaded,
            {
                type Error = RankError;

                #[inline]
                fn try_from(launch: Launch<K>) -> Result<Self, RankError> {
                    launch.opted_in().try_into()
                }
            }

            impl<K: Declared> TryFrom<VariantLaunch<Launch<K>>> for $config
            where
                K::Known: LaunchesAsLoaded,
            {
                type Error = RankError;

                #[inline]
                fn try_from(launch: VariantLaunch<Launch<K>>) -> Result<Self, RankError> {
                    launch.opted_in().try_into()
                }
            }

            impl TryFrom<OptedIn> for $config {
                type Error = RankError;

                #[inline]
                fn try_from(launch: OptedIn) -> Result<Self, RankError> {
                    $convert(launch.grid_dim(), launch.block_dim(), launch.shared_mem_bytes())
                }
            }
        )*
    };
}

try_from!(LaunchConfig1D launch_config_1d LaunchConfig2D launch_config_2d);

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

/// For code that opts in itself.
impl From<OptedIn> for simt::LaunchConfig {
    #[inline]
    fn from(launch: OptedIn) -> Self {
        Self {
            grid_dim: launch.grid_dim(),
            block_dim: launch.block_dim(),
            shared_mem_bytes: launch.shared_mem_bytes(),
        }
    }
}

/// For code that opts in itself.
impl From<OptedIn> for LaunchConfig3D {
    #[inline]
    fn from(launch: OptedIn) -> Self {
        Self::new(
            launch.grid_dim(),
            launch.block_dim(),
            launch.shared_mem_bytes(),
        )
    }
}
