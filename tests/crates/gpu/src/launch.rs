//! Launches that go to the driver as they are asked for, clusters among them.

use std::ffi::c_void;
use std::ptr;

use cudarc::driver::sys::{
    self, CUlaunchAttribute, CUlaunchAttributeID_enum as AttributeId, CUlaunchAttributeValue,
    CUlaunchConfig,
};
use cudarc::driver::{CudaFunction, DriverError};
use occupancy::{Configuration, Grid};

use crate::Gpu;

/// Launches the function as the configuration says and waits for its end; `prepared` is whether
/// [`occupancy::driver::prepare`] goes before.
///
/// # Errors
///
/// The driver's.
///
/// # Safety
///
/// The error of [`launch`].
pub unsafe fn attempt(
    gpu: &Gpu,
    function: &CudaFunction,
    configuration: &Configuration<'_>,
    prepared: bool,
    arguments: &mut [*mut c_void],
) -> Result<(), DriverError> {
    if prepared {
        let unknown = DriverError(sys::CUresult::CUDA_ERROR_UNKNOWN);
        let prepared = occupancy::driver::prepare(configuration, function);
        prepared.map_err(|error| *error.driver().unwrap_or(&unknown))?;
    }
    // SAFETY: promised by the caller.
    unsafe { launch(gpu, function, configuration, arguments) }?;
    gpu.stream.synchronize()
}

/// Launches the function on the default stream, in clusters where the configuration has them. A
/// configuration with no grid is launched with one cluster.
///
/// # Errors
///
/// The driver's.
///
/// # Safety
///
/// The arguments are those of the kernel, and live until its end.
///
/// # Panics
///
/// On a grid that is stated in elements: which grid that makes is not for the driver to say.
pub unsafe fn launch(
    gpu: &Gpu,
    function: &CudaFunction,
    configuration: &Configuration<'_>,
    arguments: &mut [*mut c_void],
) -> Result<(), DriverError> {
    let kernel = &configuration.kernel;
    let grid = match configuration.grid {
        Some(Grid::Blocks(grid)) => grid,
        Some(_) => panic!("a grid in elements"),
        None => kernel.cluster_dim.unwrap_or((1, 1, 1)),
    };
    let mut cluster = kernel.cluster_dim.map(|(x, y, z)| {
        let mut value = CUlaunchAttributeValue { pad: [0; 64] };
        value.clusterDim.x = x;
        value.clusterDim.y = y;
        value.clusterDim.z = z;
        CUlaunchAttribute {
            id: AttributeId::CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION,
            pad: [0; 4],
            value,
        }
    });
    let attributes = cluster.as_mut_slice();
    let config = CUlaunchConfig {
        gridDimX: grid.0,
        gridDimY: grid.1,
        gridDimZ: grid.2,
        blockDimX: kernel.block_dim.0,
        blockDimY: kernel.block_dim.1,
        blockDimZ: kernel.block_dim.2,
        sharedMemBytes: kernel.dynamic_shared_memory,
        hStream: gpu.stream.cu_stream(),
        numAttrs: u32::from(!attributes.is_empty()),
        attrs: attributes.as_mut_ptr(),
    };
    gpu.context.bind_to_thread()?;
    // SAFETY: the function and the stream are of the context, which is bound; the configuration and
    // its attribute live through the call; the arguments are promised by the caller.
    unsafe {
        sys::cuLaunchKernelEx(
            &raw const config,
            function.cu_function(),
            arguments.as_mut_ptr(),
            ptr::null_mut(),
        )
    }
    .result()
}
