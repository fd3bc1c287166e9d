//! Reads and sets attributes of a function through cudarc.
#![allow(unsafe_code, reason = "cudarc has no safe call for the device")]
#![allow(clippy::useless_conversion, reason = "an `Option` in old bindings")]

use alloc::string::String;

use cudarc::driver::sys::{
    self, CUdevice_attribute_enum as DeviceAttribute, CUfunction_attribute_enum as Attribute,
    CUresult,
};
use cudarc::driver::{CudaContext, CudaFunction, DriverError, result};

use crate::driver::{DriverDevice, DriverFunction};

type DriverResult<T> = Result<T, DriverError>;

impl DriverDevice for CudaContext {
    type Error = DriverError;

    fn device_attribute(&self, attribute: i32) -> DriverResult<i32> {
        self.attribute(device_attribute(attribute).ok_or(NOT_SUPPORTED)?)
    }

    fn device_name(&self) -> DriverResult<Option<String>> {
        self.name().map(Some)
    }
}

impl DriverDevice for CudaFunction {
    type Error = DriverError;

    fn device_attribute(&self, attribute: i32) -> DriverResult<i32> {
        let attribute = device_attribute(attribute).ok_or(NOT_SUPPORTED)?;
        // SAFETY: the device is that of a context, so it exists.
        unsafe { result::device::get_attribute(device(self)?, attribute) }
    }

    fn device_name(&self) -> DriverResult<Option<String>> {
        result::device::get_name(device(self)?).map(Some)
    }
}

impl DriverFunction for CudaFunction {
    const LAUNCHES_IN_CLUSTERS: bool = false;

    fn attribute(&self, attribute: i32) -> DriverResult<i32> {
        self.get_attribute(function_attribute(attribute).ok_or(NOT_SUPPORTED)?)
    }

    fn set_attribute(&self, attribute: i32, value: i32) -> DriverResult<()> {
        let attribute = function_attribute(attribute).ok_or(NOT_SUPPORTED)?;
        bind_to_thread(self)?;
        // The inherent method, which takes cudarc's own attribute.
        CudaFunction::set_attribute(self, attribute, value)
    }

    fn blocks_per_sm(&self, threads_per_block: u32, dynamic_bytes: u32) -> DriverResult<u32> {
        bind_to_thread(self)?;
        let bytes = dynamic_bytes as usize;
        self.occupancy_max_active_blocks_per_multiprocessor(threads_per_block, bytes, None)
    }

    fn error_number(error: &DriverError) -> u32 {
        error.0 as u32
    }
}

/// The error for an attribute that the bindings lack.
const NOT_SUPPORTED: DriverError = DriverError(CUresult::CUDA_ERROR_NOT_SUPPORTED);

/// Binds the context of the function to this thread. cudarc does that only when it reads an attribute of the function.
fn bind_to_thread(function: &CudaFunction) -> DriverResult<()> {
    function.max_threads_per_block().map(|_| ())
}

fn device(function: &CudaFunction) -> DriverResult<sys::CUdevice> {
    bind_to_thread(function)?;
    let mut device = 0;
    // SAFETY: the driver writes one device through the pointer.
    unsafe { sys::cuCtxGetDevice(&raw mut device) }.result()?;
    Ok(device)
}

/// Replaces the attributes that the bindings to CUDA 11.4 to 11.7 lack. A variant of the enumeration takes precedence
/// over a constant of a trait.
#[allow(dead_code, reason = "used with those bindings alone")]
trait BeforeClusters {
    const CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH: Option<Attribute> = None;
    const CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT: Option<Attribute> = None;
    const CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH: Option<Attribute> = None;
    const CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED: Option<Attribute> = None;
}

impl BeforeClusters for Attribute {}

/// Finds an attribute of a function by its number; `None` if the bindings lack it.
fn function_attribute(number: i32) -> Option<Attribute> {
    let attributes: [Option<Attribute>; 9] = [
        Attribute::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK.into(),
        Attribute::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES.into(),
        Attribute::CU_FUNC_ATTRIBUTE_NUM_REGS.into(),
        Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES.into(),
        Attribute::CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT.into(),
        Attribute::CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH.into(),
        Attribute::CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT.into(),
        Attribute::CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH.into(),
        Attribute::CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED.into(),
    ];
    let mut known = attributes.into_iter().flatten();
    known.find(|known| i32::try_from(*known as u32) == Ok(number))
}

/// Finds an attribute of a GPU by its number; `None` for attributes that nothing here reads.
fn device_attribute(number: i32) -> Option<DeviceAttribute> {
    let attributes = [
        DeviceAttribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT,
        DeviceAttribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
        DeviceAttribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
    ];
    let mut known = attributes.into_iter();
    known.find(|known| i32::try_from(*known as u32) == Ok(number))
}
