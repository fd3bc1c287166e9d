//! Adapters for the crates that launch kernels. [`driver`](crate::driver) has what the adapters share.

#[cfg(any(feature = "cudarc", feature = "cust", feature = "cuda-core"))]
#[macro_use]
mod conversions;

#[cfg(feature = "cuda-core")]
pub mod cuda_core;
#[cfg(feature = "cudarc")]
pub mod cudarc;
#[cfg(feature = "cust")]
pub mod cust;
