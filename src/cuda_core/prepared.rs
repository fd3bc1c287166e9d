//! A function that has been prepared for one launch struct, and takes no other.

use core::ffi::{c_int, c_uint, c_void};
use core::fmt;
use core::marker::PhantomData;

use cuda_core::sys::cuFuncSetAttribute;
use cuda_core::{
    CudaFunction, CudaStream, DriverError, IntoResult, launch_kernel_cooperative_on_stream,
    launch_kernel_ex_cooperative_on_stream, launch_kernel_ex_on_stream, launch_kernel_on_stream,
};
use occupancy_core::Kernel;

use crate::LaunchParameters;

/// A function that [`prepare`](super::Launchable::prepare) has set up for the launch struct `L`.
///
/// It is the function and nothing else: that it was prepared is in its type.
///
/// ```compile_fail,E0308
/// use cuda_core::{CudaFunction, CudaStream};
/// use occupancy::{cuda_core::Launchable, launch_config};
///
/// #[launch_config(arch = "h100", threads = 256, regs = 64)]
/// fn saxpy() {}
///
/// #[launch_config(arch = "h100", threads = 512, regs = 64)]
/// fn gemm() {}
///
/// unsafe fn launch(function: &CudaFunction, stream: &CudaStream) {
///     let saxpy = SaxpyLaunch::prepare(function).unwrap();
///     let launch = GemmLaunch::for_elements(1024).unwrap();
///     // The launch is another kernel's: it was prepared for `SaxpyLaunch`.
///     unsafe { saxpy.launch(stream, launch, &mut []) }.unwrap();
/// }
/// ```
pub struct Prepared<'f, L> {
    function: &'f CudaFunction,
    launch: PhantomData<fn(L)>,
}

impl<'f, L: LaunchParameters> Prepared<'f, L> {
    pub(super) fn of(function: &'f CudaFunction) -> Self {
        Self {
            function,
            launch: PhantomData,
        }
    }

    /// The function.
    pub fn function(&self) -> &'f CudaFunction {
        self.function
    }

    /// Launches the function on `stream`, in clusters where the attribute has them, with a pointer to
    /// each of its arguments.
    ///
    /// # Errors
    ///
    /// The driver's.
    ///
    /// # Safety
    ///
    /// As of [`launch_kernel_on_stream`], but for the dimensions, which are checked: the function is of
    /// the stream's context, the arguments are those of the kernel, and it may do with them what it
    /// does.
    #[allow(unsafe_code, reason = "a launch is")]
    pub unsafe fn launch(
        &self,
        stream: &CudaStream,
        launch: L,
        arguments: &mut [*mut c_void],
    ) -> Result<(), DriverError> {
        let (function, grid) = (self.function, launch.grid().dims());
        let Kernel {
            block_dim: block,
            dynamic_shared_memory: bytes,
            cluster_dim,
            ..
        } = *launch.kernel();
        // SAFETY: promised by the caller; the grid is one of whole clusters.
        unsafe {
            match cluster_dim {
                None => launch_kernel_on_stream(function, grid, block, bytes, stream, arguments),
                Some(cluster) => launch_kernel_ex_on_stream(
                    function, grid, block, bytes, cluster, stream, arguments,
                ),
            }
        }
    }

    /// Launches the function with all of its blocks resident at once, which may then wait for each
    /// other; in clusters where the attribute has them.
    ///
    /// # Errors
    ///
    /// [`CooperativeError::Grid`](crate::CooperativeError::Grid) where the grid has more blocks than the
    /// GPU holds at once, which the driver would refuse without a number; otherwise the driver's.
    ///
    /// # Safety
    ///
    /// As of [`launch`](Self::launch).
    #[allow(unsafe_code, reason = "a launch is")]
    pub unsafe fn launch_cooperative(
        &self,
        stream: &CudaStream,
        launch: L,
        arguments: &mut [*mut c_void],
    ) -> Result<(), CooperativeError> {
        let (function, grid) = (self.function, launch.grid().dims());
        let (blocks, resident) = (
            launch.grid().blocks(),
            self.resident_blocks(grid, launch.kernel())?,
        );
        if blocks > resident {
            return Err(CooperativeError::Grid { blocks, resident });
        }
        let Kernel {
            block_dim: block,
            dynamic_shared_memory: bytes,
            cluster_dim,
            ..
        } = *launch.kernel();
        // SAFETY: promised by the caller; the grid is resident at once, and one of whole clusters.
        unsafe {
            match cluster_dim {
                None => launch_kernel_cooperative_on_stream(
                    function, grid, block, bytes, stream, arguments,
                ),
                Some(cluster) => launch_kernel_ex_cooperative_on_stream(
                    function, grid, block, bytes, cluster, stream, arguments,
                ),
            }
        }?;
        Ok(())
    }

    /// Blocks that the GPU holds at once, of whole clusters where there are clusters.
    fn resident_blocks(self, grid: (u32, u32, u32), kernel: &Kernel) -> Result<u64, DriverError> {
        let (block, bytes) = (kernel.block_dim, kernel.dynamic_shared_memory);
        if let Some(cluster) = kernel.cluster_dim {
            let clusters = self
                .function
                .max_active_clusters(grid, block, bytes, cluster)?;
            let (x, y, z) = cluster;
            let blocks = (u64::from(x) * u64::from(y)).saturating_mul(u64::from(z));
            return Ok(blocks.saturating_mul(u64::from(clusters)));
        }
        let threads = u32::try_from(kernel.threads_per_block()).unwrap_or(u32::MAX);
        let blocks_per_sm = self
            .function
            .max_active_blocks_per_multiprocessor(threads, bytes)?;
        let sm_count = self.function.context().multiprocessor_count()?;
        Ok(u64::from(sm_count) * u64::from(blocks_per_sm))
    }
}

impl<L> Clone for Prepared<'_, L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L> Copy for Prepared<'_, L> {}

impl<L> fmt::Debug for Prepared<'_, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Prepared").field(self.function).finish()
    }
}

/// Why a cooperative launch was not made.
pub type CooperativeError = crate::CooperativeError<DriverError>;

/// Sets an attribute by its number in the driver API.
#[allow(unsafe_code, reason = "cuda-core has no function for it")]
pub(super) fn set_attribute(
    function: &CudaFunction,
    attribute: c_int,
    value: c_int,
) -> Result<(), DriverError> {
    function.context().bind_to_thread()?;
    // SAFETY: the function holds its module, whose context is bound to this thread.
    unsafe { cuFuncSetAttribute(function.cu_function(), number(attribute), value) }.result()
}

/// The number of an attribute, which is never negative, as the bindings have it.
pub(super) fn number(attribute: c_int) -> c_uint {
    attribute.unsigned_abs()
}
