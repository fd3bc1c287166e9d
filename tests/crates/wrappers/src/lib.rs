//! Wrappers of kernels like those of real programs: most values are constants, many of another module.

use occupancy::launch_index;

launch_index! {
    /// Every launch configuration of this crate.
    pub mod launches;
}

pub mod attention;
pub mod boards;
pub mod elementwise;
pub mod gemm;
pub mod normalization;
pub mod particles;
pub mod reduction;
pub mod sizes;
