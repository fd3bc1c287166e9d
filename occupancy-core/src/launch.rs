//! The settings of the launch side, and the options of the compilers, that make a configuration hold.

mod compile_options;

pub use self::compile_options::CompileOptions;
use crate::kernel::Configuration;

/// The function attributes that a launch of the configuration needs: the number of each in the CUDA driver API and its
/// value, as `cuFuncSetAttribute` takes them. The configuration has to pass its check.
///
/// | attribute | value |
/// |---|---|
/// | 8, `CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES` | bytes, if static and dynamic shared memory together exceed 48 KiB; without it, the driver refuses the launch |
/// | 9, `CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT` | percent, if the configuration states one |
/// | 14, `CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED` | 1, if a cluster has more than the portable 8 blocks; without it, the driver refuses the launch |
///
/// Source: CUDA Driver API 13.0, `CUfunction_attribute`.
///
/// ```
/// use occupancy_core::{Arch, Configuration, Kernel, launch::function_attributes};
///
/// let archs = [Arch::find("h100").unwrap()];
/// let kernel = Kernel::new((256, 1, 1), 64).with_dynamic_shared_memory(100_000);
/// let attributes = function_attributes(&Configuration::new(&archs, kernel));
/// assert_eq!(attributes.collect::<Vec<_>>(), [(8, 100_000)]);
/// ```
pub fn function_attributes(
    configuration: &Configuration<'_>,
) -> impl Iterator<Item = (i32, i32)> + use<> {
    let kernel = &configuration.kernel;
    let optin = configuration.needs_shared_memory_optin();
    let plain = |value: u32| i32::try_from(value).unwrap_or(i32::MAX);
    let attributes = [
        optin.then_some((8, plain(kernel.dynamic_shared_memory))),
        kernel.carveout.map(|percent| (9, plain(percent))),
        configuration.has_nonportable_cluster().then_some((14, 1)),
    ];
    attributes.into_iter().flatten()
}
