//! A launch through Rust-CUDA's `cust`: the tuples of a launch struct are what `launch!` takes.

use cust::error::CudaResult;
use cust::function::{BlockSize, GridSize};
use cust::launch;
use cust::memory::DeviceBuffer;
use cust::module::Module;
use cust::stream::Stream;
use occupancy::launch_config;

/// Queues `y = scale * x + y`.
///
/// # Errors
///
/// The driver's, if the module has no such function or the launch is refused.
///
/// # Safety
///
/// `module` holds a `saxpy` with these parameters.
#[launch_config(arch = "a100", threads = 256, regs = 32)]
pub unsafe fn saxpy(
    launch: SaxpyLaunch,
    module: &Module,
    stream: &Stream,
    scale: f32,
    x: &DeviceBuffer<f32>,
    y: &mut DeviceBuffer<f32>,
) -> CudaResult<()> {
    let saxpy = module.get_function("saxpy")?;
    // SAFETY: promised by the caller.
    unsafe {
        launch!(saxpy<<<launch.grid_dim(), launch.block_dim(), launch.shared_mem_bytes(), stream>>>(
            x.len().min(y.len()),
            scale,
            x.as_device_ptr(),
            y.as_device_ptr()
        ))
    }
}

/// The same as `cust`'s own types.
#[must_use]
pub fn sizes(launch: SaxpyLaunch) -> (GridSize, BlockSize) {
    (launch.grid_dim().into(), launch.block_dim().into())
}
