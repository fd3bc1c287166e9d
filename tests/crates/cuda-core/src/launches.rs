//! Launches through cuda-core.

use core::error::Error;
use core::ffi::c_void;

use cuda_core::{
    CudaFunction, CudaStream, DeviceBuffer, DriverError, KernelLaunchContract, LaunchConfig2D,
    LaunchContractSpec, launch_kernel_on_stream,
};
use occupancy::cuda_core::{LaunchError, Prepared, VerifyError, launch_contract};
use occupancy::{Variant, launch_config};

/// Queues `y = scale * x + y` with cuda-core's own function.
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
    mut scale: f32,
    x: &DeviceBuffer<f32>,
    y: &mut DeviceBuffer<f32>,
) -> Result<(), DriverError> {
    let (mut elements, mut x, mut y) = (x.len(), x.cu_deviceptr(), y.cu_deviceptr());
    let mut arguments: [*mut c_void; 4] = [
        (&raw mut elements).cast(),
        (&raw mut scale).cast(),
        (&raw mut x).cast(),
        (&raw mut y).cast(),
    ];
    let (grid, block) = (launch.grid_dim(), launch.block_dim());
    let bytes = launch.shared_mem_bytes();
    // SAFETY: promised by the caller.
    unsafe { launch_kernel_on_stream(function, grid, block, bytes, stream, &mut arguments) }
}

/// Prepares and verifies a kernel with clusters and 96 KiB of shared memory.
///
/// # Errors
///
/// The driver's error, or every promise that the function does not keep.
#[launch_config(
    arch = "h100",
    threads = (32, 8),
    regs = 64,
    smem = 96 * 1024,
    cluster = (2, 1, 1)
)]
pub fn gemm(function: &CudaFunction) -> Result<Prepared<'_, GemmLaunch>, Box<dyn Error>> {
    let gemm = GemmLaunch::prepare(function)?;
    GemmLaunch::verify(function)?;
    Ok(gemm)
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
/// `gemm` takes no arguments.
pub unsafe fn gemm_twice(
    gemm: Prepared<'_, GemmLaunch>,
    launch: GemmLaunch,
    stream: &CudaStream,
) -> Result<(), LaunchError> {
    // SAFETY: promised by the caller.
    unsafe {
        gemm.launch(stream, launch, &mut [])?;
        gemm.launch_cooperative(stream, launch, &mut [])
    }
}

/// Chooses the values of the stream's GPU, before anything is loaded.
///
/// # Errors
///
/// If the launch was not checked for the GPU, or the driver does not answer.
pub fn gemm_for(stream: &CudaStream) -> Result<Variant<GemmLaunch>, VerifyError> {
    GemmLaunch::for_context(stream.context())
}

/// The contract of `gemm`, which cuda-oxide would write.
#[derive(Clone, Copy, Debug)]
pub struct GemmContract;

impl KernelLaunchContract for GemmContract {
    type Config = LaunchConfig2D;
    const SPEC: LaunchContractSpec = launch_contract("gemm", &GemmLaunch::CONFIGURATION, 16);
}
