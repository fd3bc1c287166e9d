//! Adapters for the crates that launch kernels. [`driver`](crate::driver) has what the adapters share.

#[cfg(feature = "driver")]
#[allow(unused_macros, reason = "an adapter uses them")]
#[macro_use]
mod conversions;

#[cfg(feature = "cuda-core")]
pub mod cuda_core;
#[cfg(feature = "cudarc")]
pub mod cudarc;
#[cfg(feature = "cust")]
pub mod cust;
