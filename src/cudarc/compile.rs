//! What NVRTC is told, so that CUDA source and Rust have the same numbers.

use alloc::format;
use alloc::vec::Vec;

use cudarc::nvrtc::CompileOptions;
use occupancy_core::{Arch, Configuration, Text};

/// Options for [`cudarc::nvrtc::compile_ptx_with_opts`]: the target, and the configuration as macro
/// definitions.
///
/// | definition | value |
/// |---|---|
/// | `THREADS_PER_BLOCK` | threads of a block |
/// | `MIN_BLOCKS_PER_SM` | resident blocks per SM, on the GPU where fewest are |
/// | `MAX_REGISTERS_PER_THREAD` | the register budget |
/// | `DYNAMIC_SHARED_MEMORY` | bytes of the launch |
/// | `ITEMS_PER_THREAD` | elements that each thread works on |
///
/// The target is that of the lowest compute capability among the GPUs, whose PTX runs on the others
/// too. A kernel that is declared with `__launch_bounds__(THREADS_PER_BLOCK, MIN_BLOCKS_PER_SM)` keeps
/// its block and its resident blocks. `maxrregcount` is left alone: NVRTC writes no trace of it into
/// PTX, which is what cudarc compiles to.
///
/// ```
/// use occupancy::cudarc::Launchable;
/// use occupancy::launch_config;
///
/// #[launch_config(arch = ["h100", "a100"], threads = 256, regs = 64)]
/// fn saxpy() {}
///
/// let options = SaxpyLaunch::compile_options();
/// assert_eq!(options.arch, Some("sm_80"));
/// assert_eq!(options.options[0], "-DTHREADS_PER_BLOCK=256");
/// assert_eq!(options.options[1], "-DMIN_BLOCKS_PER_SM=4");
/// assert_eq!(options.maxrregcount, None);
/// ```
pub fn compile_options(configuration: &Configuration<'_>) -> CompileOptions {
    let lowest = configuration
        .archs
        .iter()
        .map(Arch::compute_capability)
        .min_by_key(|cc| (cc.major, cc.minor));
    let defines = occupancy_core::CompileOptions::new(configuration).defines;
    CompileOptions {
        arch: lowest.and_then(|cc| cc.targets.first().copied()),
        options: defines
            .each_ref()
            .map(Text::as_str)
            .map(|define| format!("-D{define}"))
            .into_iter()
            .collect::<Vec<_>>(),
        ..CompileOptions::default()
    }
}
