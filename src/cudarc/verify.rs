//! The loaded function and the GPU at hand, as cudarc reads them.

use cudarc::driver::sys::{
    self, CUdevice_attribute_enum as DeviceAttribute, CUfunction_attribute_enum as Attribute,
};
use cudarc::driver::{CudaFunction, DriverError, result};
use occupancy_core::{Configuration, LoadedFunction};

use super::clusters;

/// Why a function could not be verified.
pub type VerifyError = crate::VerifyError<DriverError>;

/// Compares the loaded function and the GPU at hand with the configuration.
///
/// # Errors
///
/// Every promise that is not kept, or the driver's error.
pub fn verify(
    configuration: &Configuration<'_>,
    function: &CudaFunction,
) -> Result<(), VerifyError> {
    configuration
        .verify(&loaded(configuration, function)?)
        .map_err(VerifyError::Broken)
}

/// What the driver reports of the function, of its GPU, and of the resident blocks of the
/// configuration.
///
/// Clusters are those that the function was compiled for: cudarc's launches state none.
///
/// # Errors
///
/// The driver's.
pub fn loaded(
    configuration: &Configuration<'_>,
    function: &CudaFunction,
) -> Result<LoadedFunction, DriverError> {
    let kernel = &configuration.kernel;
    // The first binds the context of the function to this thread, which the rest needs.
    let registers = function.get_attribute(Attribute::CU_FUNC_ATTRIBUTE_NUM_REGS)?;
    let device = current_device()?;
    let of_device = |attribute| device_attribute(device, attribute);
    let major = of_device(DeviceAttribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?;
    let minor = of_device(DeviceAttribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?;
    let sm_count = of_device(DeviceAttribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?;
    let of_function = |attribute| function.get_attribute(attribute).map(plain);
    let loaded = LoadedFunction::on(major, minor)
        .with_sm_count(sm_count)
        .with_registers(plain(registers))
        .with_static_shared_memory(of_function(Attribute::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES)?)
        .with_max_threads_per_block(of_function(
            Attribute::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
        )?)
        .with_max_dynamic_shared_memory(of_function(
            Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
        )?);
    // Before 9.0 there are no clusters, and a driver may not know the attributes.
    let loaded = match clusters::required() {
        Some(of_cluster) if major >= 9 => {
            let [x, y, z] = of_cluster.map(of_function);
            loaded.with_cluster_dim((x?, y?, z?))
        }
        _ => loaded,
    };
    let threads = u32::try_from(kernel.threads_per_block()).unwrap_or(u32::MAX);
    // What the function cannot have is said of itself, and may be an error to the driver.
    let bytes = kernel.dynamic_shared_memory;
    let most_threads = loaded.max_threads_per_block;
    let most_bytes = loaded.max_dynamic_shared_memory;
    if most_threads.is_some_and(|most| threads > most)
        || most_bytes.is_some_and(|most| bytes > most)
    {
        return Ok(loaded);
    }
    let bytes = bytes as usize;
    let blocks = function.occupancy_max_active_blocks_per_multiprocessor(threads, bytes, None)?;
    Ok(loaded.with_blocks_per_sm(blocks))
}

/// The device of the context that is bound to this thread.
#[allow(
    unsafe_code,
    reason = "cudarc has no safe way from a function to its device"
)]
fn current_device() -> Result<sys::CUdevice, DriverError> {
    let mut device = 0;
    // SAFETY: the driver writes one device through the pointer.
    unsafe { sys::cuCtxGetDevice(&raw mut device) }.result()?;
    Ok(device)
}

#[allow(
    unsafe_code,
    reason = "cudarc has no safe way from a function to its device"
)]
fn device_attribute(
    device: sys::CUdevice,
    attribute: sys::CUdevice_attribute,
) -> Result<u32, DriverError> {
    // SAFETY: the device is that of a context, which is one that there is.
    unsafe { result::device::get_attribute(device, attribute) }.map(plain)
}

/// What the driver counts is never negative.
fn plain(value: i32) -> u32 {
    u32::try_from(value).unwrap_or(0)
}
