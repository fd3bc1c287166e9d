//! Launches through the crates that launch: the oldest cudarc that the feature takes (the newest is what the rest of
//! the tests and the examples build with), Rust-CUDA's cust, and kernels of its `cuda_std`.

pub mod cuda_std;
pub mod cudarc;
pub mod cust;
