//! Sums and maxima.

use occupancy::launch_config;

use crate::sizes::WARP;

/// A partial sum for each warp.
#[launch_config(
    arch = "h100",
    threads = 512,
    regs = 32,
    static_smem = warps * size_of::<f64>(),
    items_per_thread = 8,
    elements = 100_000_000,
    tail_efficiency = 90 %
)]
pub fn sum() {}

/// The block with the most warps, whatever a partial sum takes.
#[launch_config(arch = ["h100", "rtx4090"], threads = auto, regs = 40, smem = PER_WARP * warps)]
pub fn sum_of_vectors() {}

/// Four partial sums for each lane.
const PER_WARP: usize = WARP as usize * 4 * size_of::<f32>();

/// The variance, with Welford's three numbers for each warp.
#[launch_config(arch = "l4", threads = auto(128..=512), regs = REGISTERS, grid = 4 * 58)]
pub fn variance() {}

const REGISTERS: u32 = 48;

/// Kernels that differ in nothing but the operation.
macro_rules! reduction {
    ($(#[$docs:meta])* $name:ident, $threads:expr, $registers:literal) => {
        $(#[$docs])*
        #[launch_config(arch = "h100", threads = $threads, regs = $registers, elements = 1 << 26)]
        pub fn $name() {}
    };
}

reduction! {
    /// The largest element.
    maximum, 256, 32
}
reduction! {
    /// The smallest element, in blocks of a constant.
    minimum, 8 * WARP, 32
}
