//! A function that has been prepared for one launch struct, and takes no other.

use core::fmt;
use core::marker::PhantomData;

use cudarc::driver::sys::CUdevice_attribute_enum as DeviceAttribute;
use cudarc::driver::{
    CudaEvent, CudaFunction, CudaStream, DriverError, LaunchArgs, LaunchConfig, PushKernelArg,
};

use super::conversions::config;
use crate::LaunchParameters;

/// A function that [`prepare`](super::Launchable::prepare) has set up for the launch struct `L`.
///
/// It is the function and nothing else: that it was prepared is in its type.
///
/// ```compile_fail,E0308
/// use cudarc::driver::{CudaFunction, CudaStream};
/// use occupancy::{cudarc::Launchable, launch_config};
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
///     unsafe { saxpy.launch_builder(stream).launch(launch) }.unwrap();
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

    /// Begins a launch on `stream`, as [`CudaStream::launch_builder`] does.
    pub fn launch_builder<'a>(&self, stream: &'a CudaStream) -> PreparedArgs<'a, L>
    where
        'f: 'a,
    {
        PreparedArgs {
            stream,
            function: self.function,
            args: stream.launch_builder(self.function),
            launch: PhantomData,
        }
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

/// The arguments of a launch, as cudarc's [`LaunchArgs`], which takes launch parameters of `L` alone.
pub struct PreparedArgs<'a, L> {
    stream: &'a CudaStream,
    function: &'a CudaFunction,
    args: LaunchArgs<'a>,
    launch: PhantomData<fn(L)>,
}

impl<'a, L: LaunchParameters> PreparedArgs<'a, L> {
    /// cudarc's own arguments, for what this has no method for.
    pub fn args(&mut self) -> &mut LaunchArgs<'a> {
        &mut self.args
    }

    /// Launches the function.
    ///
    /// # Errors
    ///
    /// The driver's.
    ///
    /// # Safety
    ///
    /// As of [`LaunchArgs::launch`]: the arguments are those of the kernel, and it may do with them
    /// what it does.
    #[allow(unsafe_code, reason = "a launch is")]
    pub unsafe fn launch(
        &mut self,
        launch: L,
    ) -> Result<Option<(CudaEvent, CudaEvent)>, DriverError> {
        // SAFETY: promised by the caller.
        unsafe { self.args.launch(config(&launch)) }
    }

    /// Launches the function with all of its blocks resident at once, which may then wait for each
    /// other.
    ///
    /// # Errors
    ///
    /// [`CooperativeError::Grid`] where the grid has more blocks than the GPU holds at once, which the
    /// driver would refuse without a number; otherwise the driver's.
    ///
    /// # Safety
    ///
    /// As of [`LaunchArgs::launch_cooperative`].
    #[allow(unsafe_code, reason = "a launch is")]
    pub unsafe fn launch_cooperative(
        &mut self,
        launch: L,
    ) -> Result<Option<(CudaEvent, CudaEvent)>, CooperativeError> {
        let config = config(&launch);
        let blocks = product(config.grid_dim);
        let resident = self.resident_blocks(&config)?;
        if blocks > resident {
            return Err(CooperativeError::Grid { blocks, resident });
        }
        // SAFETY: promised by the caller.
        Ok(unsafe { self.args.launch_cooperative(config) }?)
    }

    /// Blocks that the GPU holds at once.
    fn resident_blocks(&self, config: &LaunchConfig) -> Result<u64, DriverError> {
        let sm_count = self
            .stream
            .context()
            .attribute(DeviceAttribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?;
        // Binds the context to this thread, which the question after it needs.
        self.function.max_threads_per_block()?;
        let threads = u32::try_from(product(config.block_dim)).unwrap_or(u32::MAX);
        let blocks_per_sm = self
            .function
            .occupancy_max_active_blocks_per_multiprocessor(
                threads,
                config.shared_mem_bytes as usize,
                None,
            )?;
        Ok(u64::try_from(sm_count).unwrap_or(0) * u64::from(blocks_per_sm))
    }
}

impl<L> fmt::Debug for PreparedArgs<'_, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PreparedArgs").field(&self.args).finish()
    }
}

// SAFETY: what cudarc takes as an argument is handed to it as it is.
#[allow(unsafe_code, reason = "the trait is")]
unsafe impl<'a, L, T> PushKernelArg<T> for PreparedArgs<'a, L>
where
    LaunchArgs<'a>: PushKernelArg<T>,
{
    #[inline]
    fn arg(&mut self, arg: T) -> &mut Self {
        self.args.arg(arg);
        self
    }
}

/// Why a cooperative launch was not made.
pub type CooperativeError = crate::CooperativeError<DriverError>;

fn product((x, y, z): (u32, u32, u32)) -> u64 {
    (u64::from(x) * u64::from(y)).saturating_mul(u64::from(z))
}
