//! A function that has been prepared for one launch struct, and takes no other.

use core::ffi::{c_int, c_uint, c_void};
use core::fmt;
use core::marker::PhantomData;

use cust::error::CudaResult;
use cust::function::{BlockSize, Function, GridSize};
use cust::stream::Stream;
use cust::sys::CUfunction;

use super::verify::result;
use crate::LaunchParameters;

/// A function that [`prepare`](super::Launchable::prepare) has set up for the launch struct `L`.
///
/// It is the function and nothing else: that it was prepared is in its type.
///
/// ```compile_fail,E0308
/// use cust::{function::Function, stream::Stream};
/// use occupancy::{cust::Launchable, launch_config};
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
///     // The launch is another kernel's: it was prepared for `SaxpyLaunch`.
///     unsafe { saxpy.launch(stream, launch, &[]) }.unwrap();
/// }
/// ```
pub struct Prepared<'f, L> {
    function: &'f Function<'f>,
    launch: PhantomData<fn(L)>,
}

impl<'f, L: LaunchParameters> Prepared<'f, L> {
    pub(super) fn of(function: &'f Function<'f>) -> Self {
        Self {
            function,
            launch: PhantomData,
        }
    }

    /// The function, for cust's `launch!`, which takes any launch.
    pub fn function(&self) -> &'f Function<'f> {
        self.function
    }

    /// Launches the function on `stream`, with a pointer to each of its arguments.
    ///
    /// # Errors
    ///
    /// The driver's.
    ///
    /// # Safety
    ///
    /// As of [`Stream::launch`]: the arguments are those of the kernel, and it may do with them what
    /// it does.
    #[allow(unsafe_code, reason = "a launch is")]
    pub unsafe fn launch(
        &self,
        stream: &Stream,
        launch: L,
        arguments: &[*mut c_void],
    ) -> CudaResult<()> {
        let kernel = launch.kernel();
        let grid = GridSize::from(launch.grid().dims());
        let block = BlockSize::from(kernel.block_dim);
        let shared_memory = kernel.dynamic_shared_memory;
        // SAFETY: promised by the caller.
        unsafe { stream.launch(self.function, grid, block, shared_memory, arguments) }
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

/// Sets an attribute by its number in the driver API.
#[allow(unsafe_code, reason = "cust has no function for it")]
pub(super) fn set_attribute(function: &Function<'_>, attribute: i32, value: i32) -> CudaResult<()> {
    // As `cust::sys` has it, but for its enums: they are those of an older CUDA, and a number that is
    // not among their values must not become one.
    unsafe extern "C" {
        fn cuFuncSetAttribute(function: CUfunction, attribute: c_int, value: c_int) -> c_uint;
    }
    // SAFETY: the handle is that of a function whose module is borrowed.
    result(unsafe { cuFuncSetAttribute(function.to_raw(), attribute, value) })
}
