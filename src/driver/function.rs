//! The calls of the driver that a launch depends on.

use alloc::string::String;
use alloc::sync::Arc;

use occupancy_core::{GridDim, Kernel};

/// A context, device or function of a crate that calls the CUDA driver: it knows its GPU.
///
/// Attributes have the numbers of the CUDA driver API 13.0, `CUdevice_attribute`.
pub trait DriverDevice {
    /// The error of the crate's driver calls.
    type Error;

    /// Reads an attribute of the GPU: `cuDeviceGetAttribute`.
    ///
    /// # Errors
    ///
    /// The driver's.
    fn device_attribute(&self, attribute: i32) -> Result<i32, Self::Error>;

    /// Reads the name of the GPU: `cuDeviceGetName`; `None` if the crate cannot ask for it. The name tells GPUs apart
    /// that have the same compute capability and as many SMs.
    ///
    /// # Errors
    ///
    /// The driver's.
    fn device_name(&self) -> Result<Option<String>, Self::Error> {
        Ok(None)
    }
}

impl<D: DriverDevice + ?Sized> DriverDevice for Arc<D> {
    type Error = D::Error;

    fn device_attribute(&self, attribute: i32) -> Result<i32, D::Error> {
        D::device_attribute(self, attribute)
    }

    fn device_name(&self) -> Result<Option<String>, D::Error> {
        D::device_name(self)
    }
}

/// A loaded function of a crate that calls the CUDA driver.
///
/// Attributes have the numbers of the CUDA driver API 13.0, `CUfunction_attribute`. The [module](crate::driver) has an
/// example.
pub trait DriverFunction: DriverDevice {
    /// `true` if a launch states its cluster. A launch that states none runs in the clusters that the function was
    /// compiled for.
    const LAUNCHES_IN_CLUSTERS: bool;

    /// Reads an attribute of the function: `cuFuncGetAttribute`.
    ///
    /// # Errors
    ///
    /// The driver's.
    fn attribute(&self, attribute: i32) -> Result<i32, Self::Error>;

    /// Sets an attribute of the function: `cuFuncSetAttribute`.
    ///
    /// # Errors
    ///
    /// The driver's.
    fn set_attribute(&self, attribute: i32, value: i32) -> Result<(), Self::Error>;

    /// Asks how many blocks of so many threads and bytes of dynamic shared memory are resident on an SM:
    /// `cuOccupancyMaxActiveBlocksPerMultiprocessor`.
    ///
    /// # Errors
    ///
    /// The driver's.
    fn blocks_per_sm(&self, threads_per_block: u32, dynamic_bytes: u32)
    -> Result<u32, Self::Error>;

    /// Asks how many of the kernel's clusters the GPU holds at once: `cuOccupancyMaxActiveClusters`; `None` if the
    /// crate cannot ask for it.
    ///
    /// # Errors
    ///
    /// The driver's.
    fn resident_clusters(
        &self,
        grid: GridDim,
        kernel: &Kernel,
    ) -> Result<Option<u32>, Self::Error> {
        let _ = (grid, kernel);
        Ok(None)
    }

    /// Returns the number that the driver answered with, a `CUresult`.
    fn error_number(error: &Self::Error) -> u32;
}

/// Numbers of `CUfunction_attribute`, CUDA driver API 13.0.
pub(super) mod function_attribute {
    pub(crate) const MAX_THREADS_PER_BLOCK: i32 = 0;
    pub(crate) const SHARED_SIZE_BYTES: i32 = 1;
    pub(crate) const NUM_REGS: i32 = 4;
    pub(crate) const MAX_DYNAMIC_SHARED_SIZE_BYTES: i32 = 8;
    pub(crate) const PREFERRED_SHARED_MEMORY_CARVEOUT: i32 = 9;
    pub(crate) const REQUIRED_CLUSTER_WIDTH: i32 = 11;
    pub(crate) const REQUIRED_CLUSTER_HEIGHT: i32 = 12;
    pub(crate) const REQUIRED_CLUSTER_DEPTH: i32 = 13;
    pub(crate) const NON_PORTABLE_CLUSTER_SIZE_ALLOWED: i32 = 14;
}

/// Numbers of `CUdevice_attribute`, CUDA driver API 13.0.
pub(super) mod device_attribute {
    pub(crate) const MULTIPROCESSOR_COUNT: i32 = 16;
    pub(crate) const COMPUTE_CAPABILITY_MAJOR: i32 = 75;
    pub(crate) const COMPUTE_CAPABILITY_MINOR: i32 = 76;
}
