//! Launches of a prepared function.
#![allow(unsafe_code, reason = "a launch is")]

use core::ffi::c_void;

use cuda_core::{
    CudaFunction, CudaStream, launch_kernel_cooperative_on_stream,
    launch_kernel_ex_cooperative_on_stream, launch_kernel_ex_on_stream, launch_kernel_on_stream,
};

use super::LaunchError;
use crate::launch_parameters::{LaunchParameters, LaunchType};

impl<L: LaunchType> crate::driver::Prepared<'_, CudaFunction, L> {
    /// Launches the function on `stream`, with a pointer to each of its arguments, and in clusters if the attribute
    /// states them.
    ///
    /// It takes only the launches that the function was prepared for:
    ///
    /// ```compile_fail,E0271
    /// use cuda_core::{CudaFunction, CudaStream};
    /// use occupancy::launch_config;
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
    ///     // The launch is another kernel's: the function was prepared for `SaxpyLaunch`.
    ///     unsafe { saxpy.launch(stream, launch, &mut []) }.unwrap();
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// [`LaunchError`] if the driver refuses the launch, or it is of another variant.
    ///
    /// # Safety
    ///
    /// The same as for [`launch_kernel_on_stream`], but the dimensions are checked: the function belongs to the
    /// stream's context, the arguments are those of the kernel, and the kernel uses them soundly.
    pub unsafe fn launch(
        &self,
        stream: &CudaStream,
        launch: impl LaunchParameters<LaunchType = L>,
        arguments: &mut [*mut c_void],
    ) -> Result<(), LaunchError> {
        self.accept(&launch)?;
        let (function, grid, kernel) = (self.function(), launch.grid().dims(), launch.kernel());
        let (block, bytes) = (kernel.block_dim, kernel.dynamic_shared_memory);
        // SAFETY: promised by the caller; the grid is one of whole clusters.
        unsafe {
            match kernel.cluster_dim {
                None => launch_kernel_on_stream(function, grid, block, bytes, stream, arguments),
                Some(cluster) => launch_kernel_ex_on_stream(
                    function, grid, block, bytes, cluster, stream, arguments,
                ),
            }
        }
        .map_err(|error| LaunchError::of_launch(function, &launch, error))
    }

    /// Launches the function with all of its blocks resident at once, so that they may wait for each other, and in
    /// clusters if the attribute states them.
    ///
    /// # Errors
    ///
    /// [`LaunchError`] if the driver refuses the launch, for example because the grid has more
    /// blocks than the GPU holds at once, or if it is of another variant.
    ///
    /// # Safety
    ///
    /// The same as for [`launch`](Self::launch).
    pub unsafe fn launch_cooperative(
        &self,
        stream: &CudaStream,
        launch: impl LaunchParameters<LaunchType = L>,
        arguments: &mut [*mut c_void],
    ) -> Result<(), LaunchError> {
        self.accept(&launch)?;
        let (function, grid, kernel) = (self.function(), launch.grid().dims(), launch.kernel());
        let (block, bytes) = (kernel.block_dim, kernel.dynamic_shared_memory);
        // SAFETY: promised by the caller; the grid is one of whole clusters.
        unsafe {
            match kernel.cluster_dim {
                None => launch_kernel_cooperative_on_stream(
                    function, grid, block, bytes, stream, arguments,
                ),
                Some(cluster) => launch_kernel_ex_cooperative_on_stream(
                    function, grid, block, bytes, cluster, stream, arguments,
                ),
            }
        }
        .map_err(|error| LaunchError::of_cooperative_launch(function, &launch, error))
    }
}
