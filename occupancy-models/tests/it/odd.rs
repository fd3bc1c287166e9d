//! Figures at the ends of what 32 bits hold, and compute capabilities that no GPU has.

use occupancy_core::Multiprocessor;
use occupancy_core::compute_capabilities::SM_90;

pub(crate) const FIGURES: [u32; 8] = [0, 1, 2, 31, 32, 65_535, u32::MAX - 1, u32::MAX];

pub(crate) fn odd_limits() -> Vec<Multiprocessor> {
    // A power of two that divides the 64 warps of an SM.
    [1, 2, 4, 8, 16, 32, 64]
        .map(|schedulers| {
            let mut limits = SM_90.limits();
            limits.sub_partitions = schedulers;
            Multiprocessor::new(limits)
        })
        .to_vec()
}
