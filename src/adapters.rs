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
