//! A launch for code that prepares its functions itself.

use occupancy_core::{GridDim, Kernel};

/// The numbers of a launch, for code that itself sets the attributes that the launch relies on:
/// [`Launch::opted_in`](crate::Launch::opted_in) returns it.
///
/// ```
/// use occupancy::launch_config;
///
/// #[launch_config(arch = "h100", threads = 256, regs = 64, smem = 96 * 1024)]
/// fn gemm() {}
///
/// // `cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 98_304)` before.
/// let launch = GemmLaunch::for_elements(1 << 20)?.opted_in();
/// assert_eq!(launch.shared_mem_bytes(), 98_304);
/// # Ok::<(), occupancy::GridError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "launch parameters do nothing until a kernel is launched with them"]
pub struct OptedIn {
    grid: GridDim,
    block_dim: (u32, u32, u32),
    shared_mem_bytes: u32,
}

impl OptedIn {
    pub(crate) const fn new(grid: GridDim, kernel: &Kernel) -> Self {
        Self {
            grid,
            block_dim: kernel.block_dim,
            shared_mem_bytes: kernel.dynamic_shared_memory,
        }
    }

    launch_numbers!(self: self.block_dim, self.shared_mem_bytes);
}
