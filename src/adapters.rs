//! Adapters for the crates that launch kernels. They build on [`driver`](crate::driver).

#[cfg(feature = "cuda-core-0_5")]
pub mod cuda_core;
#[cfg(feature = "cudarc-0_19")]
pub mod cudarc;
#[cfg(feature = "cust-0_3")]
pub mod cust;
