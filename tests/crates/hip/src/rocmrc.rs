//! Launches through rocmrc 0.5, whose interface is that of cudarc.

use std::error::Error;

use ::rocmrc::hip::sys::hipDeviceAttribute_t::hipDeviceAttributeMultiprocessorCount;
use ::rocmrc::{HipContext, HipFunction, HipSlice, HipStream, LaunchConfig, PushKernelArg};
use occupancy::launch_config;

/// Queues `y = scale * x + y`.
///
/// # Errors
///
/// HIP's error, or that of a GPU that was not checked.
///
/// # Safety
///
/// `function` is a `saxpy` with these parameters, and `y` at least as long as `x`.
#[launch_config(
    arch = ["mi300x", "rx7900xtx"],
    threads = 256,
    vgprs = 64,
    on("rx7900xtx", threads = 512),
)]
pub unsafe fn saxpy(
    context: &HipContext,
    stream: &HipStream,
    function: &HipFunction,
    scale: f32,
    x: &HipSlice<f32>,
    y: &mut HipSlice<f32>,
) -> Result<(), Box<dyn Error>> {
    let count = context.attribute(hipDeviceAttributeMultiprocessorCount)?;
    let saxpy = SaxpyLaunch::for_target(&context.gfx_arch()?, count.try_into()?)?;
    let elements = x.len();
    let config = config(saxpy.for_elements(elements as u64)?);
    let mut builder = stream.launch_builder(function);
    builder.arg(&elements).arg(&scale).arg(x).arg(y);
    // SAFETY: promised by the caller.
    unsafe { builder.launch(config) }?;
    Ok(())
}

/// The launch as rocmrc has it.
pub fn config(launch: impl Into<((u32, u32, u32), (u32, u32, u32), u32)>) -> LaunchConfig {
    let (grid_dim, block_dim, shared_mem_bytes) = launch.into();
    LaunchConfig {
        grid_dim,
        block_dim,
        shared_mem_bytes,
    }
}
