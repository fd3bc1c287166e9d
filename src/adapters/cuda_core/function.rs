//! Reads and sets attributes of a function through cuda-core.
#![allow(unsafe_code, reason = "few attributes have safe functions")]

use alloc::string::String;

use cuda_core::sys::{cuDeviceGetAttribute, cuFuncGetAttribute, cuFuncSetAttribute};
use cuda_core::{CudaContext, CudaFunction, DriverError, IntoResult};
use occupancy_core::{GridDim, Kernel};

use crate::driver::{DriverDevice, DriverFunction};

type DriverResult<T> = Result<T, DriverError>;

impl DriverDevice for CudaContext {
    type Error = DriverError;

    fn device_attribute(&self, attribute: i32) -> DriverResult<i32> {
        let (mut value, number) = (0, attribute.unsigned_abs());
        // SAFETY: the device is that of a context, and the driver writes one integer through the
        // pointer.
        unsafe { cuDeviceGetAttribute(&raw mut value, number, self.cu_device()) }.result()?;
        Ok(value)
    }

    fn device_name(&self) -> DriverResult<Option<String>> {
        // The inherent method, which asks the driver.
        CudaContext::device_name(self).map(Some)
    }
}

impl DriverDevice for CudaFunction {
    type Error = DriverError;

    fn device_attribute(&self, attribute: i32) -> DriverResult<i32> {
        self.context().device_attribute(attribute)
    }

    fn device_name(&self) -> DriverResult<Option<String>> {
        DriverDevice::device_name(self.context())
    }
}

impl DriverFunction for CudaFunction {
    const LAUNCHES_IN_CLUSTERS: bool = true;

    fn attribute(&self, attribute: i32) -> DriverResult<i32> {
        self.context().bind_to_thread()?;
        let (mut value, number) = (0, attribute.unsigned_abs());
        // SAFETY: the function holds its module, whose context is bound to this thread, and the
        // driver writes one integer through the pointer.
        unsafe { cuFuncGetAttribute(&raw mut value, number, self.cu_function()) }.result()?;
        Ok(value)
    }

    fn set_attribute(&self, attribute: i32, value: i32) -> DriverResult<()> {
        self.context().bind_to_thread()?;
        let number = attribute.unsigned_abs();
        // SAFETY: the function holds its module, whose context is bound to this thread.
        unsafe { cuFuncSetAttribute(self.cu_function(), number, value) }.result()
    }

    fn blocks_per_sm(&self, threads_per_block: u32, dynamic_bytes: u32) -> DriverResult<u32> {
        self.max_active_blocks_per_multiprocessor(threads_per_block, dynamic_bytes)
    }

    fn resident_clusters(&self, grid: GridDim, kernel: &Kernel) -> DriverResult<Option<u32>> {
        let Some(cluster) = kernel.cluster_dim else {
            return Ok(None);
        };
        let (block, bytes) = (kernel.block_dim, kernel.dynamic_shared_memory);
        self.max_active_clusters(grid.dims(), block, bytes, cluster)
            .map(Some)
    }

    fn error_number(error: &DriverError) -> u32 {
        error.0
    }
}
