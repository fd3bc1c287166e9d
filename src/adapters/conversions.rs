//! Macros that convert launches into the types of the crates that launch.

/// Implements `From` for launches that the driver accepts as the function is loaded. If a launch needs the opt-in to
/// more than 48 KiB of shared memory or to a large cluster, the conversion does not compile:
/// [`prepare`](crate::Launch::prepare) returns a function that launches it.
macro_rules! convert_through_opted_in {
    ($($config:ty: $opted_in:ident => $converted:expr;)*) => {
        $(
            /// The conversion for code that itself opts in.
            impl From<crate::opted_in::OptedIn> for $config {
                #[inline]
                fn from($opted_in: crate::opted_in::OptedIn) -> Self {
                    $converted
                }
            }

            convert_through_opted_in!(crate::launch_type::Launch<K> => $config);
            convert_through_opted_in!(crate::variant::VariantLaunch<crate::launch_type::Launch<K>> => $config);
        )*
    };
    ($launch:ty => $config:ty) => {
        /// The conversion for launches that the driver accepts, on each of the GPUs, as the function is loaded. If a
        /// launch needs the opt-in to more than 48 KiB of shared memory or to a large cluster, this does not compile:
        /// [`prepare`](crate::Launch::prepare) returns a function that launches it.
        impl<K: crate::declared::Declared> From<$launch> for $config
        where
            K::Known: crate::declared::LaunchesAsLoaded,
        {
            #[inline]
            fn from(launch: $launch) -> Self {
                launch.opted_in().into()
            }
        }
    };
}

/// Converts launches into a type with the fields of cudarc's and cuda-core's `LaunchConfig`.
macro_rules! convert_into_launch_config {
    ($config:ty) => {
        convert_through_opted_in! {
            $config: launch => Self {
                grid_dim: launch.grid_dim(),
                block_dim: launch.block_dim(),
                shared_mem_bytes: launch.shared_mem_bytes(),
            };
        }
    };
}
