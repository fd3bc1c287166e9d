//! Launches through the crates that launch with HIP, none of which needs an adapter. Nothing here is launched, and
//! `ROCm` is not needed to build it.

pub mod raw;
pub mod rocm_rs;
pub mod rocmrc;
