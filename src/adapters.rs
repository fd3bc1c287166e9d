//! Conversions of a launch struct into the launch types of the crates whose features are on.

/// `From<…Launch> for cudarc::driver::LaunchConfig`.
#[cfg(feature = "cudarc")]
#[doc(hidden)]
#[macro_export]
macro_rules! __cudarc_adapter {
    ($launch:ident) => {
        impl ::core::convert::From<$launch> for $crate::__private::cudarc::driver::LaunchConfig {
            #[inline]
            fn from(launch: $launch) -> Self {
                Self {
                    grid_dim: launch.grid_dim(),
                    block_dim: launch.block_dim(),
                    shared_mem_bytes: launch.shared_mem_bytes(),
                }
            }
        }
    };
}

/// Without the feature, no conversion.
#[cfg(not(feature = "cudarc"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __cudarc_adapter {
    ($launch:ident) => {};
}

/// `From<…Launch>` for cust's `GridSize` and `BlockSize`.
#[cfg(feature = "cust")]
#[doc(hidden)]
#[macro_export]
macro_rules! __cust_adapter {
    ($launch:ident) => {
        impl ::core::convert::From<$launch> for $crate::__private::cust::function::GridSize {
            #[inline]
            fn from(launch: $launch) -> Self {
                Self::from(launch.grid_dim())
            }
        }

        impl ::core::convert::From<$launch> for $crate::__private::cust::function::BlockSize {
            #[inline]
            fn from(launch: $launch) -> Self {
                Self::from(launch.block_dim())
            }
        }
    };
}

/// Without the feature, no conversion.
#[cfg(not(feature = "cust"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __cust_adapter {
    ($launch:ident) => {};
}

/// `From<…Launch>` for cuda-core's launch types, and `TryFrom` for those that fix a rank.
#[cfg(feature = "cuda-core")]
#[doc(hidden)]
#[macro_export]
macro_rules! __cuda_core_adapter {
    ($launch:ident) => {
        impl ::core::convert::From<$launch> for $crate::__private::cuda_core::LaunchConfig {
            #[inline]
            fn from(launch: $launch) -> Self {
                Self {
                    grid_dim: launch.grid_dim(),
                    block_dim: launch.block_dim(),
                    shared_mem_bytes: launch.shared_mem_bytes(),
                }
            }
        }

        impl ::core::convert::From<$launch> for $crate::__private::cuda_core::simt::LaunchConfig {
            #[inline]
            fn from(launch: $launch) -> Self {
                Self {
                    grid_dim: launch.grid_dim(),
                    block_dim: launch.block_dim(),
                    shared_mem_bytes: launch.shared_mem_bytes(),
                }
            }
        }

        impl ::core::convert::From<$launch> for $crate::__private::cuda_core::LaunchConfig3D {
            #[inline]
            fn from(launch: $launch) -> Self {
                Self::new(
                    launch.grid_dim(),
                    launch.block_dim(),
                    launch.shared_mem_bytes(),
                )
            }
        }

        impl ::core::convert::TryFrom<$launch> for $crate::__private::cuda_core::LaunchConfig2D {
            type Error = $crate::cuda_core::RankError;

            #[inline]
            fn try_from(launch: $launch) -> ::core::result::Result<Self, Self::Error> {
                $crate::cuda_core::launch_config_2d(
                    launch.grid_dim(),
                    launch.block_dim(),
                    launch.shared_mem_bytes(),
                )
            }
        }

        impl ::core::convert::TryFrom<$launch> for $crate::__private::cuda_core::LaunchConfig1D {
            type Error = $crate::cuda_core::RankError;

            #[inline]
            fn try_from(launch: $launch) -> ::core::result::Result<Self, Self::Error> {
                $crate::cuda_core::launch_config_1d(
                    launch.grid_dim(),
                    launch.block_dim(),
                    launch.shared_mem_bytes(),
                )
            }
        }
    };
}

/// Without the feature, no conversion.
#[cfg(not(feature = "cuda-core"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __cuda_core_adapter {
    ($launch:ident) => {};
}
