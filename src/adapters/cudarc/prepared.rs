//! Launches of a prepared function.
#![allow(unsafe_code, reason = "a launch is")]

use core::fmt;

use cudarc::driver::{
    CudaEvent, CudaFunction, CudaStream, LaunchArgs, LaunchConfig, PushKernelArg,
};

use super::LaunchError;
use crate::launch_parameters::{LaunchParameters, LaunchType};

/// A function that is prepared for the launches of `L`.
pub type Prepared<'f, L> = crate::driver::Prepared<'f, CudaFunction, L>;

impl<'f, L: LaunchType> crate::driver::Prepared<'f, CudaFunction, L> {
    /// Begins a launch on `stream`, as [`CudaStream::launch_builder`] does.
    ///
    /// It takes only the launches that the function was prepared for:
    ///
    /// ```compile_fail,E0271
    /// use cudarc::driver::{CudaFunction, CudaStream};
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
    ///     unsafe { saxpy.launch_builder(stream).launch(launch) }.unwrap();
    /// }
    /// ```
    pub fn launch_builder<'a>(&self, stream: &'a CudaStream) -> PreparedArgs<'a, L>
    where
        'f: 'a,
    {
        let (prepared, args) = (*self, stream.launch_builder(self.function()));
        PreparedArgs { prepared, args }
    }
}

/// The arguments of a launch: cudarc's [`LaunchArgs`], for launches of `L` and its variants only.
pub struct PreparedArgs<'a, L> {
    prepared: Prepared<'a, L>,
    args: LaunchArgs<'a>,
}

impl<'a, L: LaunchType> PreparedArgs<'a, L> {
    /// Returns cudarc's own arguments, for methods that this type does not have.
    pub fn args(&mut self) -> &mut LaunchArgs<'a> {
        &mut self.args
    }

    /// Launches the function.
    ///
    /// # Errors
    ///
    /// [`LaunchError`] if the driver refuses the launch, or it is of another variant.
    ///
    /// # Safety
    ///
    /// The same as for [`LaunchArgs::launch`]: the arguments are those of the kernel, and the kernel uses them soundly.
    pub unsafe fn launch(
        &mut self,
        launch: impl LaunchParameters<LaunchType = L>,
    ) -> Result<Option<(CudaEvent, CudaEvent)>, LaunchError> {
        self.prepared.accept(&launch)?;
        // SAFETY: promised by the caller.
        unsafe { self.args.launch(config(&launch)) }
            .map_err(|error| LaunchError::of_launch(self.prepared.function(), &launch, error))
    }

    /// Launches the function with all of its blocks resident at once, so that they may wait for each other.
    ///
    /// # Errors
    ///
    /// [`LaunchError`] if the driver refuses the launch, for example because the grid has more blocks
    /// than the GPU holds at once, or if it is of another variant.
    ///
    /// # Safety
    ///
    /// The same as for [`LaunchArgs::launch_cooperative`].
    pub unsafe fn launch_cooperative(
        &mut self,
        launch: impl LaunchParameters<LaunchType = L>,
    ) -> Result<Option<(CudaEvent, CudaEvent)>, LaunchError> {
        self.prepared.accept(&launch)?;
        // SAFETY: promised by the caller.
        unsafe { self.args.launch_cooperative(config(&launch)) }.map_err(|error| {
            LaunchError::of_cooperative_launch(self.prepared.function(), &launch, error)
        })
    }
}

fn config(launch: &impl LaunchParameters) -> LaunchConfig {
    LaunchConfig {
        grid_dim: launch.grid().dims(),
        block_dim: launch.kernel().block_dim,
        shared_mem_bytes: launch.kernel().dynamic_shared_memory,
    }
}

impl<L> fmt::Debug for PreparedArgs<'_, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PreparedArgs").field(&self.args).finish()
    }
}

// SAFETY: cudarc gets the argument unchanged.
unsafe impl<'a, L, T> PushKernelArg<T> for PreparedArgs<'a, L>
where
    LaunchArgs<'a>: PushKernelArg<T>,
{
    fn arg(&mut self, arg: T) -> &mut Self {
        self.args.arg(arg);
        self
    }
}
