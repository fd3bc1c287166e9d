//! Options for NVRTC, so that CUDA source and Rust have the same numbers.

use alloc::format;

use cudarc::nvrtc::CompileOptions;
use occupancy_core::Configuration;

use crate::declared::Declared;
use crate::launch_type::Launch;

/// Needs the feature `cudarc-0_19`.
impl<K: Declared> Launch<K> {
    /// Returns options for `cudarc::nvrtc::compile_ptx_with_opts`: those of [`nvrtc_options`], with the target that the
    /// GPU's name states, if it states one.
    pub fn nvrtc_options() -> CompileOptions {
        let options = nvrtc_options(&Self::CONFIGURATION);
        let arch = K::STATED.target.or(options.arch);
        CompileOptions { arch, ..options }
    }
}

/// Returns options for [`cudarc::nvrtc::compile_ptx_with_opts`]: the target, and the configuration as macro
/// [definitions](occupancy_core::launch::CompileOptions::defines).
///
/// The target is the lowest compute capability among the GPUs, because its PTX runs on the others, too. A kernel that
/// is declared with `__launch_bounds__(THREADS_PER_BLOCK, MIN_BLOCKS_PER_SM)` keeps its block and its resident blocks.
/// The options do not set `maxrregcount`: cudarc compiles to PTX, where NVRTC would leave no trace of it.
///
/// ```
/// use occupancy::launch_config;
///
/// #[launch_config(arch = ["h100", "a100"], threads = 256, regs = 64)]
/// fn saxpy() {}
///
/// let options = SaxpyLaunch::nvrtc_options();
/// assert_eq!(options.arch, Some("sm_80"));
/// assert_eq!(options.options[0], "-DTHREADS_PER_BLOCK=256");
/// assert_eq!(options.options[1], "-DMIN_BLOCKS_PER_SM=4");
/// assert_eq!(options.maxrregcount, None);
///
/// // Only this target has some instructions, such as `wgmma`.
/// #[launch_config(arch = "sm_90a", threads = 256, regs = 64)]
/// fn gemm() {}
///
/// assert_eq!(GemmLaunch::nvrtc_options().arch, Some("sm_90a"));
/// ```
pub fn nvrtc_options(configuration: &Configuration<'_>) -> CompileOptions {
    let options = occupancy_core::launch::CompileOptions::new(configuration);
    let defines = options.defines.iter();
    CompileOptions {
        arch: options.lowest_target(),
        options: defines.map(|define| format!("-D{define}")).collect(),
        ..CompileOptions::default()
    }
}
