//! Launches through NVIDIA's `cuda-core` 0.4: launch types as its own launch types, prepared functions that
//! launch in clusters and cooperatively, and a launch contract.

#[path = "../../cuda-core/src/launches.rs"]
mod launches;

use occupancy::cuda_core_0_4 as adapter;

pub use self::launches::*;
