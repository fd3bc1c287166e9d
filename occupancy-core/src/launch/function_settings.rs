//! What the launch side has to set on a loaded function before it launches it.

use crate::kernel::Configuration;

/// The function attributes that a launch of a configuration relies on, as the CUDA driver API numbers
/// them.
///
/// Source: CUDA Driver API 13.0, `CUfunction_attribute`.
///
/// ```
/// use occupancy_core::{Arch, Configuration, Kernel, launch::FunctionSettings};
///
/// let archs = [Arch::find("h100").unwrap()];
/// let kernel = Kernel::new((256, 1, 1), 64).with_dynamic_shared_memory(100_000);
/// let settings = FunctionSettings::of(&Configuration::new(&archs, kernel));
/// assert_eq!(settings.max_dynamic_shared_memory, Some(100_000));
/// // For `cuFuncSetAttribute`: CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES is 8.
/// assert_eq!(settings.attributes().collect::<Vec<_>>(), [(8, 100_000)]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct FunctionSettings {
    /// `CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES`, bytes, if static and dynamic shared memory
    /// together exceed 48 KiB. Without it, the driver refuses the launch.
    pub max_dynamic_shared_memory: Option<u32>,
    /// `CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT`, percent, if the configuration states one.
    pub preferred_carveout: Option<u32>,
    /// `CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED`, if a cluster has more than the portable 8
    /// blocks. Without it, the driver refuses the launch.
    pub nonportable_cluster: bool,
}

impl FunctionSettings {
    /// The settings for a configuration that passes its check.
    pub const fn of(configuration: &Configuration<'_>) -> Self {
        let kernel = &configuration.kernel;
        Self {
            max_dynamic_shared_memory: if kernel.needs_shared_memory_optin() {
                Some(kernel.dynamic_shared_memory)
            } else {
                None
            },
            preferred_carveout: kernel.carveout,
            nonportable_cluster: configuration.has_nonportable_cluster(),
        }
    }

    /// The number of each attribute and its value, as `cuFuncSetAttribute` takes them.
    pub fn attributes(&self) -> impl Iterator<Item = (i32, i32)> {
        let plain = |value: u32| i32::try_from(value).unwrap_or(i32::MAX);
        [
            self.max_dynamic_shared_memory
                .map(|bytes| (8, plain(bytes))),
            self.preferred_carveout.map(|percent| (9, plain(percent))),
            self.nonportable_cluster.then_some((14, 1)),
        ]
        .into_iter()
        .flatten()
    }
}
