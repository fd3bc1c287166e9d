//! Launches through NVIDIA's `cuda-core`: launch structs as its launch types, prepared functions that
//! launch in clusters and cooperatively, and a launch contract.

mod launches;

use occupancy::cuda_core as adapter;

pub use self::launches::*;
