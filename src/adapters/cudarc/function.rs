//! Reads and sets attributes of a function through cudarc.

use cudarc::driver::sys::{self, CUresult};
use cudarc::driver::{CudaFunction, DriverError, result};

use super::attributes::{device_attribute, function_attribute};
use crate::driver::DriverFunction;

impl DriverFunction for CudaFunction {
    type Error = DriverError;
    const LAUNCHES_IN_CLUSTERS: bool = false;

    fn attribute(&self, attribute: i32) -> Result<i32, DriverError> {
        self.get_attribute(function_attribute(attribute).ok_or(NOT_SUPPORTED)?)
    }

    fn set_attribute(&self, attribute: i32, value: i32) -> Result<(), DriverError> {
        let attribute = function_attribute(attribute).ok_or(NOT_SUPPORTED)?;
        bind_to_thread(self)?;
        // The inherent method, which takes cudarc's own attribute.
        CudaFunction::set_attribute(self, attribute, value)
    }

    fn device_attribute(&self, attribute: i32) -> Result<i32, DriverError> {
        let attribute = device_attribute(attribute).ok_or(NOT_SUPPORTED)?;
        bind_to_thread(self)?;
        attribute_of_current_device(attribute)
    }

    fn blocks_per_sm(
        &self,
        threads_per_block: u32,
        dynamic_shared_memory: u32,
    ) -> Result<u32, DriverError> {
        bind_to_thread(self)?;
        let bytes = dynamic_shared_memory as usize;
        self.occupancy_max_active_blocks_per_multiprocessor(threads_per_block, bytes, None)
    }

    fn error_number(error: &DriverError) -> u32 {
        error.0 as u32
    }
}

/// The error for an attribute that the bindings lack.
const NOT_SUPPORTED: DriverError = DriverError(CUresult::CUDA_ERROR_NOT_SUPPORTED);

/// Binds the context of the function to this thread. Only reading an attribute of the function does that.
fn bind_to_thread(function: &CudaFunction) -> Result<(), DriverError> {
    function.max_threads_per_block().map(|_| ())
}

#[allow(
    unsafe_code,
    reason = "cudarc has no safe way from a function to its device"
)]
fn attribute_of_current_device(attribute: sys::CUdevice_attribute) -> Result<i32, DriverError> {
    let mut device = 0;
    // SAFETY: the driver writes one device through the pointer.
    unsafe { sys::cuCtxGetDevice(&raw mut device) }.result()?;
    // SAFETY: the device is that of a context, so it exists.
    unsafe { result::device::get_attribute(device, attribute) }
}
