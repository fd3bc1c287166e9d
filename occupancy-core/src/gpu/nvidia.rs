//! NVIDIA's GPUs: tables, and which GPU runs what was compiled for which.

pub mod compute_capabilities;
pub mod devices;
mod portability;

pub use self::portability::Suffix;
pub(crate) use self::portability::{Form, later_that_runs, runs};
use super::{Arch, ComputeCapability, Device};
