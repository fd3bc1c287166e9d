//! The loaded function and the GPU at hand, as cuda-core reads them.

use core::ffi::c_int;

use cuda_core::sys::cuFuncGetAttribute;
use cuda_core::{CudaFunction, DriverError, IntoResult};
use occupancy_core::{Configuration, LoadedFunction};

use super::prepared::number;

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
/// # Errors
///
/// The driver's.
pub fn loaded(
    configuration: &Configuration<'_>,
    function: &CudaFunction,
) -> Result<LoadedFunction, DriverError> {
    let kernel = &configuration.kernel;
    let context = function.context();
    let (major, minor) = context.compute_capability()?;
    let mut loaded = LoadedFunction::on(plain(major), plain(minor))
        .with_sm_count(context.multiprocessor_count()?)
        .with_registers(function.num_registers()?)
        .with_static_shared_memory(function.static_shared_memory_bytes()?)
        .with_max_threads_per_block(function.max_threads_per_block()?)
        .with_max_dynamic_shared_memory(function.max_dynamic_shared_memory_bytes()?);
    // GPUs before 9.0 have no clusters to ask for.
    if major >= 9
        && let Some(cluster) = function.required_cluster_dimensions()?
    {
        loaded = loaded.with_cluster_dim(cluster);
    }
    let threads = u32::try_from(kernel.threads_per_block()).unwrap_or(u32::MAX);
    // A block that the function cannot have is an error to the driver, and said of the block itself.
    if loaded
        .max_threads_per_block
        .is_some_and(|most| threads > most)
    {
        return Ok(loaded);
    }
    let bytes = kernel.dynamic_shared_memory;
    let blocks = function.max_active_blocks_per_multiprocessor(threads, bytes)?;
    Ok(loaded.with_blocks_per_sm(blocks))
}

/// An attribute by its number in the driver API.
#[allow(unsafe_code, reason = "cuda-core has functions for some")]
pub(super) fn attribute(function: &CudaFunction, attribute: c_int) -> Result<c_int, DriverError> {
    function.context().bind_to_thread()?;
    let mut value = 0;
    // SAFETY: the function holds its module, whose context is bound to this thread, and the driver
    // writes one integer through the pointer.
    unsafe { cuFuncGetAttribute(&raw mut value, number(attribute), function.cu_function()) }
        .result()?;
    Ok(value)
}

/// What the driver counts is never negative.
fn plain(value: i32) -> u32 {
    u32::try_from(value).unwrap_or(0)
}
