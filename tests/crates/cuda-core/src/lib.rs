//! Launches through NVIDIA's `cuda-core`: launch types as its own launch types, prepared functions that
//! launch in clusters and cooperatively, and a launch contract.

mod launches;

pub use self::launches::*;
