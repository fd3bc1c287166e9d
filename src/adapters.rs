//! Adapters for the crates that launch kernels. [`driver`](crate::driver) has what the adapters share.

#[cfg(any(
    feature = "cudarc",
    feature = "cust",
    feature = "cuda-core",
    feature = "cuda-core-0_4"
))]
#[macro_use]
mod conversions;

#[cfg(any(feature = "cuda-core", feature = "cuda-core-0_4"))]
#[macro_use]
mod cuda_core_versions;
#[cfg(any(feature = "cuda-core", feature = "cuda-core-0_4"))]
mod rank_error;

#[cfg(feature = "cuda-core")]
pub mod cuda_core;
#[cfg(feature = "cuda-core-0_4")]
pub mod cuda_core_0_4;
#[cfg(feature = "cudarc")]
pub mod cudarc;
#[cfg(feature = "cust")]
pub mod cust;
