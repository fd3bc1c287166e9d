//! Launches of a prepared function.

use core::ffi::c_void;

use cust::error::CudaError;
use cust::function::{BlockSize, Function, GridSize};
use cust::stream::Stream;

use super::LaunchError;
use crate::launch_parameters::{LaunchParameters, LaunchType};

/// A function that is prepared for the launches of `L`.
pub type Prepared<'f, L> = crate::driver::Prepared<'f, Function<'f>, L>;

impl<L: LaunchType> crate::driver::Prepared<'_, Function<'_>, L> {
    /// Launches the function on `stream`, with a pointer to each of its arguments.
    ///
    /// It takes only the launches that the function was prepared for:
    ///
    /// ```compile_fail,E0271
    /// use cust::{function::Function, stream::Stream};
    /// use occupancy::launch_config;
    ///
    /// #[launch_config(arch = "a100", threads = 256, regs = 64)]
    /// fn saxpy() {}
    ///
    /// #[launch_config(arch = "a100", threads = 512, regs = 64)]
    /// fn gemm() {}
    ///
    /// unsafe fn launch(function: &Function<'_>, stream: &Stream) {
    ///     let saxpy = SaxpyLaunch::prepare(function).unwrap();
    ///     let launch = GemmLaunch::for_elements(1024).unwrap();
    ///     // The launch is another kernel's: the function was prepared for `SaxpyLaunch`.
    ///     unsafe { saxpy.launch(stream, launch, &[]) }.unwrap();
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// [`LaunchError`] if the driver refuses the launch, or it is of another variant.
    ///
    /// # Safety
    ///
    /// The same as for [`Stream::launch`]: the arguments are those of the kernel, and the kernel uses them soundly.
    #[allow(unsafe_code, reason = "a launch is")]
    pub unsafe fn launch(
        &self,
        stream: &Stream,
        launch: impl LaunchParameters<LaunchType = L>,
        arguments: &[*mut c_void],
    ) -> Result<(), LaunchError> {
        self.accept(&launch)?;
        let kernel = launch.kernel();
        let grid = GridSize::from(launch.grid().dims());
        let block = BlockSize::from(kernel.block_dim);
        let (function, bytes) = (self.function(), kernel.dynamic_shared_memory);
        // SAFETY: promised by the caller.
        unsafe { stream.launch(function, grid, block, bytes, arguments) }
            .map_err(|error: CudaError| LaunchError::of_launch(function, &launch, error))
    }
}
