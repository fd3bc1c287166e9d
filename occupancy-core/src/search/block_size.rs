//! The block size that keeps most threads resident.

use crate::error::{Error, Kind};
use crate::gpu::{ComputeCapability, WARP_SIZE};
use crate::kernel::{Kernel, wide};
use crate::model::Occupancy;

/// Dynamic shared memory as it depends on the block size, bytes per block:
/// `constant + per_thread × threads`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct DynamicSharedMemory {
    /// Bytes that every block size needs.
    pub constant: u32,
    /// Bytes that each thread adds.
    pub per_thread: u32,
}

impl DynamicSharedMemory {
    /// The same bytes for every block size.
    pub const fn constant(bytes: u32) -> Self {
        Self {
            constant: bytes,
            per_thread: 0,
        }
    }

    /// Bytes that grow with the block size.
    pub const fn per_thread(bytes: u32) -> Self {
        Self {
            constant: 0,
            per_thread: bytes,
        }
    }

    /// Bytes for a block of `threads`; at most `u32::MAX`, which fits nowhere.
    pub const fn bytes(self, threads: u32) -> u32 {
        self.constant
            .saturating_add(self.per_thread.saturating_mul(threads))
    }
}

/// The result of [`max_potential_block_size`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PotentialBlockSize {
    /// Threads per block; zero if no block size fits.
    pub threads: u32,
    /// Resident blocks on one SM at that size.
    pub blocks_per_sm: u32,
}

impl PotentialBlockSize {
    /// The grid that fills a device of `sm_count` SMs once (`minGridSize` of the CUDA function).
    pub const fn min_grid_size(self, sm_count: u32) -> u64 {
        wide(self.blocks_per_sm, sm_count)
    }
}

/// The block size that keeps the most threads resident, as `cudaOccupancyMaxPotentialBlockSize` and its
/// form for variable shared memory return.
///
/// Sizes are tried from `block_size_limit` (the kernel's own limit, or 1024) down in whole warps; among
/// equally good sizes, the largest wins. `kernel.block_dim` and `kernel.dynamic_shared_memory` are
/// ignored.
///
/// ```
/// use occupancy_core::{compute_capabilities::SM_86, Kernel, search::{max_potential_block_size, DynamicSharedMemory}};
///
/// let kernel = Kernel::new((1, 1, 1), 40);
/// let best = max_potential_block_size(&SM_86, &kernel, DynamicSharedMemory::constant(0), 1024)?;
/// assert_eq!((best.threads, best.blocks_per_sm), (768, 2));
/// # Ok::<(), occupancy_core::Error>(())
/// ```
///
/// # Errors
///
/// [`Error`] if the block size limit is zero, or the carve-out is over 100 percent.
pub const fn max_potential_block_size(
    compute_capability: &ComputeCapability,
    kernel: &Kernel,
    shared_memory: DynamicSharedMemory,
    block_size_limit: u32,
) -> Result<PotentialBlockSize, Error> {
    let cc = compute_capability;
    if block_size_limit == 0 {
        return Err(Error(Kind::EmptyBlock));
    }
    let mut limit = if block_size_limit < cc.max_threads_per_block {
        block_size_limit
    } else {
        cc.max_threads_per_block
    };
    // No larger block is resident, whatever limits a program states.
    if limit > cc.max_threads_per_sm() {
        limit = cc.max_threads_per_sm();
    }
    let mut best = PotentialBlockSize {
        threads: 0,
        blocks_per_sm: 0,
    };
    let mut resident = 0;
    let mut warps = limit.div_ceil(WARP_SIZE);
    while warps > 0 {
        let whole = warps.saturating_mul(WARP_SIZE);
        let threads = if whole < limit { whole } else { limit };
        let candidate = kernel
            .with_block_dim((threads, 1, 1))
            .with_dynamic_shared_memory(shared_memory.bytes(threads));
        let blocks_per_sm = match Occupancy::new(cc, &candidate) {
            Ok(occupancy) => occupancy.blocks_per_sm,
            Err(invalid) => return Err(invalid),
        };
        if threads.saturating_mul(blocks_per_sm) > resident {
            resident = threads.saturating_mul(blocks_per_sm);
            best = PotentialBlockSize {
                threads,
                blocks_per_sm,
            };
        }
        if resident == cc.max_threads_per_sm() {
            break;
        }
        warps = warps.saturating_sub(1);
    }
    Ok(best)
}
