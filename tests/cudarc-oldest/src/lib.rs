//! A launch through cudarc 0.19.0, the oldest that the feature `cudarc` takes; the newest is what the
//! rest of the tests and the examples build with.

use cudarc::driver::{CudaFunction, CudaSlice, CudaStream, DriverError, LaunchConfig, PushKernelArg};
use occupancy::launch_config;

/// Queues `y = scale * x + y`.
///
/// # Errors
///
/// The driver's, if it refuses the launch.
///
/// # Safety
///
/// `function` is a `saxpy` with these parameters, and `y` as long as `x` at least.
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

#[test]
fn a_launch_struct_is_a_launch_config() {
    let launch = SaxpyLaunch::for_elements(1000).unwrap();
    let config = LaunchConfig::from(launch);
    assert_eq!(config.grid_dim, (4, 1, 1));
    assert_eq!(config.block_dim, (256, 1, 1));
    assert_eq!(config.shared_mem_bytes, 0);
}
