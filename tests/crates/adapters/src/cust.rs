//! Launches through Rust-CUDA's `cust`: the module compiled with the options of the launch type, the
//! launch type in `launch!`, and a prepared function, which has the opt-in to more than 48 KiB of
//! shared memory.

use std::error::Error;

use ::cust::error::CudaResult;
use ::cust::function::Function;
use ::cust::launch;
use ::cust::memory::DeviceBuffer;
use ::cust::module::{Module, ModuleJitOption};
use ::cust::stream::Stream;
use occupancy::cust::Prepared;
use occupancy::launch_config;

/// The options with which the driver compiles the PTX of [`saxpy`].
pub const SAXPY_JIT: [ModuleJitOption; 1] = SaxpyLaunch::jit_options();

const _: () = assert!(matches!(SAXPY_JIT, [ModuleJitOption::MaxRegisters(32)]));
const _: () = assert!(!SaxpyLaunch::NEEDS_SHARED_MEMORY_OPTIN);
const _: () = assert!(SaxpyLaunch::BLOCKS_PER_SM == 8);
const _: () = assert!(AttentionLaunch::NEEDS_SHARED_MEMORY_OPTIN);
const _: () = assert!(AttentionLaunch::DYNAMIC_SHARED_MEMORY == 100 * 1024);

/// Loads the module with the budget of the launch type.
///
/// # Errors
///
/// The driver's error, if it does not accept the PTX.
pub fn load(ptx: &str) -> CudaResult<Module> {
    Module::from_ptx(ptx, &SAXPY_JIT)
}

/// Queues `y = scale * x + y`.
///
/// # Errors
///
/// The driver's error, if the module has no such function or the launch is refused.
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
        launch!(saxpy<<<launch, launch, launch.shared_mem_bytes(), stream>>>(
            x.len().min(y.len()),
            scale,
            x.as_device_ptr(),
            y.as_device_ptr()
        ))
    }
}

/// Prepares and verifies a kernel whose block has 100 KiB of shared memory.
///
/// # Errors
///
/// The driver's error, or every promise that the function does not keep.
#[launch_config(arch = "a100", threads = 128, regs = 128, smem = 100 * 1024)]
pub fn attention<'f>(
    function: &'f Function<'f>,
) -> Result<Prepared<'f, AttentionLaunch>, Box<dyn Error>> {
    let attention = AttentionLaunch::prepare(function)?;
    AttentionLaunch::verify(function)?;
    Ok(attention)
}
