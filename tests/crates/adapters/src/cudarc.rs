//! Launches through cudarc 0.19.0.

use std::error::Error;
use std::sync::Arc;

use ::cudarc::driver::{CudaFunction, CudaSlice, CudaStream, DriverError, PushKernelArg};
use ::cudarc::nvrtc::CompileOptions;
use occupancy::cudarc::{LaunchError, Prepared};
use occupancy::launch_config;

/// Queues `y = scale * x + y` with cudarc's own builder.
///
/// # Errors
///
/// The driver's error, if it refuses the launch.
///
/// # Safety
///
/// `function` is a `saxpy` with these parameters, and `y` at least as long as `x`.
#[launch_config(arch = "h100", threads = 256, regs = 32)]
pub unsafe fn saxpy(
    launch: SaxpyLaunch,
    stream: &CudaStream,
    function: &CudaFunction,
    scale: f32,
    x: &CudaSlice<f32>,
    y: &mut CudaSlice<f32>,
) -> Result<(), DriverError> {
    let elements = x.len();
    let mut builder = stream.launch_builder(function);
    builder.arg(&elements).arg(&scale).arg(x).arg(y);
    // SAFETY: promised by the caller.
    unsafe { builder.launch(launch.into()) }?;
    Ok(())
}

/// The options of NVRTC for [`saxpy`].
#[must_use]
pub fn saxpy_options() -> CompileOptions {
    SaxpyLaunch::nvrtc_options()
}

/// Prepares and verifies a kernel whose block has 64 KiB of shared memory.
///
/// # Errors
///
/// The driver's error, or every promise that the function does not keep.
#[launch_config(arch = "h100", threads = 256, regs = 64, smem = 64 * 1024)]
pub fn reduce(function: &CudaFunction) -> Result<Prepared<'_, ReduceLaunch>, Box<dyn Error>> {
    let reduce = ReduceLaunch::prepare(function)?;
    ReduceLaunch::verify(function)?;
    Ok(reduce)
}

/// Queues the kernel once, then with all of its blocks at once.
///
/// # Errors
///
/// An error if the driver refuses the launch, such as for a grid that is not resident at once, with the rule that
/// explains it.
///
/// # Safety
///
/// The kernel takes a pointer to one element a block.
pub unsafe fn reduce_twice(
    reduce: Prepared<'_, ReduceLaunch>,
    launch: ReduceLaunch,
    stream: &Arc<CudaStream>,
    out: &mut CudaSlice<f32>,
) -> Result<(), LaunchError> {
    let mut builder = reduce.launch_builder(stream);
    builder.arg(out);
    // SAFETY: promised by the caller.
    unsafe {
        builder.launch(launch)?;
        builder.launch_cooperative(launch)?;
    }
    Ok(())
}
