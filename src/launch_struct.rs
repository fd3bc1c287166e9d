//! What every launch type has.

use occupancy_core::{Configuration, GridDim, Kernel};

/// Any launch type that `#[launch_config]` declares, for generic code.
///
/// ```
/// use occupancy::{LaunchStruct, launch_config};
///
/// #[launch_config(arch = "h100", threads = 256, regs = 64)]
/// fn saxpy() {}
///
/// fn threads<L: LaunchStruct>(launch: L) -> u64 {
///     launch.grid().blocks() * L::CONFIGURATION.kernel.threads_per_block()
/// }
///
/// assert_eq!(threads(SaxpyLaunch::for_elements(1_000).unwrap()), 1_024);
/// ```
pub trait LaunchStruct: Copy {
    /// What was checked.
    const CONFIGURATION: Configuration<'static>;

    /// The target that the GPU's name states, as `"sm_90a"` does; `None` if it states none.
    const STATED_TARGET: Option<&'static str>;

    /// The grid.
    fn grid(&self) -> GridDim;
}

/// A launch of a kernel, or of the variant chosen for a GPU: what a prepared function takes.
pub trait LaunchParameters: Copy {
    /// The name of the launch type: `"SaxpyLaunch"`.
    const NAME: &'static str;

    /// The grid.
    fn grid(&self) -> GridDim;

    /// What one block asks of an SM.
    fn kernel(&self) -> &Kernel;

    /// What was checked.
    fn configuration(&self) -> Configuration<'_>;
}
