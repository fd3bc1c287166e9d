//! A checked configuration as text for the compilers of CUDA C, so that the device code is built for
//! what the launch relies on.

use crate::Configuration;
use crate::text::Text;

/// Launch bounds and macro definitions for a configuration.
///
/// ```
/// use occupancy_core::{Arch, CompileOptions, Configuration, Kernel};
///
/// let archs = [Arch::find("h100").unwrap()];
/// let options = CompileOptions::new(&Configuration::new(&archs, Kernel::new((256, 1, 1), 64)));
/// assert_eq!(options.launch_bounds.as_str(), "__launch_bounds__(256, 4)");
/// assert_eq!(options.defines[0].as_str(), "THREADS_PER_BLOCK=256");
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CompileOptions {
    /// `__launch_bounds__(256, 4)`: keeps as many blocks resident as are on every arch, at least.
    pub launch_bounds: Text<48>,
    /// `THREADS_PER_BLOCK=256`, `MIN_BLOCKS_PER_SM=4`, `MAX_REGISTERS_PER_THREAD=64`,
    /// `DYNAMIC_SHARED_MEMORY=0` and `ITEMS_PER_THREAD=1`: definitions for NVRTC and nvcc, after `-D`.
    pub defines: [Text<48>; 5],
}

impl CompileOptions {
    /// The options of a configuration that passes its check.
    pub const fn new(configuration: &Configuration<'_>) -> Self {
        let kernel = &configuration.kernel;
        let threads = kernel.threads_per_block();
        let blocks = match configuration.least_occupancy() {
            Some(occupancy) => occupancy.blocks_per_sm as u64,
            None => 0,
        };
        Self {
            launch_bounds: Text::new()
                .text("__launch_bounds__(")
                .number(threads)
                .text(", ")
                .number(blocks)
                .text(")"),
            defines: [
                define("THREADS_PER_BLOCK", threads),
                define("MIN_BLOCKS_PER_SM", blocks),
                define(
                    "MAX_REGISTERS_PER_THREAD",
                    kernel.registers_per_thread as u64,
                ),
                define("DYNAMIC_SHARED_MEMORY", kernel.dynamic_shared_memory as u64),
                define("ITEMS_PER_THREAD", configuration.items_per_thread as u64),
            ],
        }
    }
}

const fn define(name: &str, value: u64) -> Text<48> {
    Text::new().text(name).text("=").number(value)
}
