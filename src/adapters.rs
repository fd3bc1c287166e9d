//! Adapters for the crates that launch kernels. They build on [`driver`](crate::driver).

#[cfg(feature = "cuda-core")]
pub mod cuda_core;
#[cfg(feature = "cudarc")]
pub mod cudarc;
#[cfg(feature = "cust")]
pub mod cust;
