//! The loaded function and the GPU at hand, as cust and the driver below it read them.

use core::ffi::{c_int, c_uint};

use cust::context::CurrentContext;
use cust::device::DeviceAttribute;
use cust::error::{CudaError, CudaResult};
use cust::function::{BlockSize, Function, FunctionAttribute};
use cust::sys::CUfunction;
use occupancy_core::{Configuration, LoadedFunction};

/// Why a function could not be verified.
pub type VerifyError = crate::VerifyError<CudaError>;

/// `CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES` of the driver API.
const MAX_DYNAMIC_SHARED_MEMORY: i32 = 8;

/// Compares the loaded function and the GPU at hand with the configuration.
///
/// # Errors
///
/// Every promise that is not kept, or the driver's error.
pub fn verify(
    configuration: &Configuration<'_>,
    function: &Function<'_>,
) -> Result<(), VerifyError> {
    configuration
        .verify(&loaded(configuration, function)?)
        .map_err(VerifyError::Broken)
}

/// What the driver reports of the function, of the GPU of the current context, and of the resident
/// blocks of the configuration.
///
/// # Errors
///
/// The driver's.
pub fn loaded(
    configuration: &Configuration<'_>,
    function: &Function<'_>,
) -> CudaResult<LoadedFunction> {
    let kernel = &configuration.kernel;
    let device = CurrentContext::get_device()?;
    let of_device = |attribute| device.get_attribute(attribute).map(plain);
    let of_function = |attribute| function.get_attribute(attribute).map(plain);
    let loaded = LoadedFunction::on(
        of_device(DeviceAttribute::ComputeCapabilityMajor)?,
        of_device(DeviceAttribute::ComputeCapabilityMinor)?,
    )
    .with_sm_count(of_device(DeviceAttribute::MultiprocessorCount)?)
    .with_registers(of_function(FunctionAttribute::NumRegisters)?)
    .with_static_shared_memory(of_function(FunctionAttribute::SharedMemorySizeBytes)?)
    .with_max_threads_per_block(of_function(FunctionAttribute::MaxThreadsPerBlock)?)
    .with_max_dynamic_shared_memory(attribute(function, MAX_DYNAMIC_SHARED_MEMORY).map(plain)?);
    let threads = u32::try_from(kernel.threads_per_block()).unwrap_or(u32::MAX);
    // A block that the function cannot have is an error to the driver, and said of the block itself.
    if loaded
        .max_threads_per_block
        .is_some_and(|most| threads > most)
    {
        return Ok(loaded);
    }
    let bytes = kernel.dynamic_shared_memory as usize;
    let blocks = function.max_active_blocks_per_multiprocessor(BlockSize::x(threads), bytes)?;
    Ok(loaded.with_blocks_per_sm(blocks))
}

/// An attribute by its number in the driver API; cust names those up to 7.
#[allow(unsafe_code, reason = "cust has no function for it")]
pub(super) fn attribute(function: &Function<'_>, attribute: i32) -> CudaResult<i32> {
    // As `cust::sys` has it, but for its enums: they are those of an older CUDA, and a number that is
    // not among their values must not become one.
    unsafe extern "C" {
        fn cuFuncGetAttribute(value: *mut c_int, attribute: c_int, function: CUfunction) -> c_uint;
    }
    let mut value = 0;
    // SAFETY: the handle is that of a function whose module is borrowed, and the driver writes one
    // integer through the pointer.
    result(unsafe { cuFuncGetAttribute(&raw mut value, attribute, function.to_raw()) })?;
    Ok(value)
}

/// cust's error of a number of the driver: of those that are documented for function attributes, and
/// of no other. cust keeps its own conversion to itself.
pub(super) fn result(number: c_uint) -> CudaResult<()> {
    let errors = [
        CudaError::InvalidValue,
        CudaError::NotInitialized,
        CudaError::Deinitialized,
        CudaError::InvalidContext,
        CudaError::InvalidHandle,
    ];
    if number == 0 {
        return Ok(());
    }
    let error = errors.into_iter().find(|error| *error as u32 == number);
    Err(error.unwrap_or(CudaError::UnknownError))
}

/// What the driver counts is never negative.
fn plain(value: i32) -> u32 {
    u32::try_from(value).unwrap_or(0)
}
