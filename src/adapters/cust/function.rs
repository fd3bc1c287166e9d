//! Reads and sets attributes of a function through cust and the driver below it.
#![allow(unsafe_code, reason = "cust has functions for some attributes only")]

use alloc::string::String;
use core::ffi::{c_int, c_uint, c_void};

use cust::context::CurrentContext;
use cust::device::Device;
use cust::error::{CudaError, CudaResult};
use cust::function::{BlockSize, Function};

use crate::driver::{DriverDevice, DriverFunction};

// These are the driver's own functions. Each version of cust has its own path to them, and its enums are of an older
// CUDA: a number that is not among their values must not become one.
unsafe extern "C" {
    fn cuFuncGetAttribute(value: *mut c_int, attribute: c_int, function: *mut c_void) -> c_uint;
    fn cuFuncSetAttribute(function: *mut c_void, attribute: c_int, value: c_int) -> c_uint;
    fn cuDeviceGetAttribute(value: *mut c_int, attribute: c_int, device: c_int) -> c_uint;
}

impl DriverDevice for Device {
    type Error = CudaError;

    fn device_attribute(&self, attribute: i32) -> CudaResult<i32> {
        let mut value = 0;
        // SAFETY: the driver made the device, and writes one integer through the pointer.
        result(unsafe { cuDeviceGetAttribute(&raw mut value, attribute, self.as_raw()) })?;
        Ok(value)
    }

    fn device_name(&self) -> CudaResult<Option<String>> {
        self.name().map(Some)
    }
}

impl DriverDevice for Function<'_> {
    type Error = CudaError;

    fn device_attribute(&self, attribute: i32) -> CudaResult<i32> {
        CurrentContext::get_device()?.device_attribute(attribute)
    }

    fn device_name(&self) -> CudaResult<Option<String>> {
        CurrentContext::get_device()?.device_name()
    }
}

impl DriverFunction for Function<'_> {
    const LAUNCHES_IN_CLUSTERS: bool = false;

    fn attribute(&self, attribute: i32) -> CudaResult<i32> {
        let mut value = 0;
        // SAFETY: the handle is that of a function whose module is borrowed, and the driver writes one
        // integer through the pointer.
        result(unsafe { cuFuncGetAttribute(&raw mut value, attribute, self.to_raw().cast()) })?;
        Ok(value)
    }

    fn set_attribute(&self, attribute: i32, value: i32) -> CudaResult<()> {
        // SAFETY: the handle is that of a function whose module is borrowed.
        result(unsafe { cuFuncSetAttribute(self.to_raw().cast(), attribute, value) })
    }

    fn blocks_per_sm(&self, threads_per_block: u32, dynamic_bytes: u32) -> CudaResult<u32> {
        let bytes = dynamic_bytes as usize;
        self.max_active_blocks_per_multiprocessor(BlockSize::x(threads_per_block), bytes)
    }

    fn error_number(error: &CudaError) -> u32 {
        *error as u32
    }
}

/// Converts the driver's number into cust's error, whose own conversion is private. It knows only the numbers that are
/// documented for attributes.
fn result(number: c_uint) -> CudaResult<()> {
    let errors = [
        CudaError::InvalidValue,
        CudaError::NotInitialized,
        CudaError::Deinitialized,
        CudaError::InvalidDevice,
        CudaError::InvalidContext,
        CudaError::InvalidHandle,
    ];
    if number == 0 {
        return Ok(());
    }
    let error = errors.into_iter().find(|error| *error as u32 == number);
    Err(error.unwrap_or(CudaError::UnknownError))
}
