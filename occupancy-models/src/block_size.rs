//! The block size that keeps most threads resident.

use occupancy_core::{Kernel, Multiprocessor, Occupancy};

use crate::error::Error;

/// The block size that keeps the most threads resident, and its resident blocks on one SM, as
/// `cudaOccupancyMaxPotentialBlockSize` and its form for variable shared memory return; `None` if no size fits.
///
/// Sizes are tried from `block_size_limit` (the kernel's own limit, or 1024) down in whole warps; among
/// equally good sizes, the largest wins. `dynamic_shared_memory` gives the bytes of a block of so many threads;
/// `kernel.block_dim` and `kernel.dynamic_shared_memory` are ignored. The grid that fills a GPU once
/// (`minGridSize`) has its SMs × the resident blocks.
///
/// An AMD GPU is searched in the same way, with its own limits and `kernel.vgprs`. HIP's function searches otherwise and
/// may find another size: it takes the threads that registers and wave slots hold (ROCm/clr,
/// `hipamd/src/hip_platform.cpp`).
///
/// ```
/// use occupancy_core::{compute_capabilities::SM_86, Kernel};
/// use occupancy_models::max_potential_block_size;
///
/// let kernel = Kernel::new((1, 1, 1), 40);
/// let best = max_potential_block_size(&SM_86, &kernel, |_threads| 0, 1024)?;
/// assert_eq!(best, Some((768, 2)));
/// # Ok::<(), occupancy_models::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Kernel`] if the block size limit is zero, or the carve-out is over 100 percent.
pub fn max_potential_block_size(
    compute_capability: &Multiprocessor,
    kernel: &Kernel,
    dynamic_shared_memory: impl Fn(u32) -> u32,
    block_size_limit: u32,
) -> Result<Option<(u32, u32)>, Error> {
    let resident = |threads| {
        let kernel = kernel
            .with_block_dim((threads, 1, 1))
            .with_dynamic_shared_memory(dynamic_shared_memory(threads));
        Occupancy::new(compute_capability, &kernel).map(|occupancy| occupancy.blocks_per_sm)
    };
    // No larger block is resident, whatever limits a program states.
    let limit = block_size_limit
        .min(compute_capability.max_threads_per_block())
        .min(compute_capability.max_threads_per_sm());
    // The faults of the kernel itself.
    resident(limit)?;
    let lanes = compute_capability.warp_size();
    let all_warps = 1..=limit.div_ceil(lanes);
    let sizes = all_warps.map(|warps| warps.saturating_mul(lanes).min(limit));
    let fitting = sizes.filter_map(|threads| match resident(threads) {
        Ok(blocks @ 1..) => Some((threads, blocks)),
        _ => None,
    });
    Ok(fitting.max_by_key(|(threads, blocks)| threads.saturating_mul(*blocks)))
}
