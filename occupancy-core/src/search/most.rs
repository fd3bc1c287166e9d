//! The most shared memory, and the most registers, with which enough blocks are resident.

use crate::gpu::{ComputeCapability, DEFAULT_SHARED_MEMORY_PER_BLOCK};
use crate::kernel::Kernel;
use crate::model::Occupancy;

/// The most dynamic shared memory, bytes per block, with which `blocks_per_sm` blocks of the kernel are
/// resident; `None` if they are not resident even without any.
///
/// It answers the question of `cudaOccupancyAvailableDynamicSMemPerBlock`. The result is exact, not
/// rounded to allocation units: with one more byte, fewer blocks fit. `kernel.dynamic_shared_memory` is
/// ignored.
///
/// ```
/// use occupancy_core::{compute_capabilities::SM_90, Kernel, search::max_dynamic_shared_memory};
///
/// // 227 KiB for one block of an H100, 113 KiB for each of two.
/// let kernel = Kernel::new((256, 1, 1), 32);
/// assert_eq!(max_dynamic_shared_memory(&SM_90, &kernel, 1), Some(232_448));
/// assert_eq!(max_dynamic_shared_memory(&SM_90, &kernel, 2), Some(115_712));
/// assert_eq!(max_dynamic_shared_memory(&SM_90, &kernel, 9), None);
/// ```
pub const fn max_dynamic_shared_memory(
    compute_capability: &ComputeCapability,
    kernel: &Kernel,
    blocks_per_sm: u32,
) -> Option<u32> {
    let cc = compute_capability;
    if blocks_per_sm == 0 || !fits(cc, &kernel.with_dynamic_shared_memory(0), blocks_per_sm) {
        return None;
    }
    // More shared memory never keeps more blocks, so the edge can be bisected.
    let mut keeps = 0;
    let most = if cc.shared_memory_per_block_optin > DEFAULT_SHARED_MEMORY_PER_BLOCK {
        cc.shared_memory_per_block_optin
    } else {
        DEFAULT_SHARED_MEMORY_PER_BLOCK
    };
    let mut loses = most.saturating_add(1);
    while let Some(middle) = between(keeps, loses) {
        if fits(
            cc,
            &kernel.with_dynamic_shared_memory(middle),
            blocks_per_sm,
        ) {
            keeps = middle;
        } else {
            loses = middle;
        }
    }
    Some(keeps)
}

/// The most registers per thread, 1 to 255, with which the register file holds `blocks_per_sm` blocks of
/// `threads`; `None` if no number does.
///
/// It is the register cap that `__launch_bounds__(threads, blocks_per_sm)` implies.
///
/// ```
/// use occupancy_core::{compute_capabilities::SM_90, search::max_registers_per_thread};
///
/// assert_eq!(max_registers_per_thread(&SM_90, 256, 2), Some(128));
/// assert_eq!(max_registers_per_thread(&SM_90, 1024, 3), None);
/// ```
pub const fn max_registers_per_thread(
    compute_capability: &ComputeCapability,
    threads: u32,
    blocks_per_sm: u32,
) -> Option<u32> {
    let cc = compute_capability;
    let block = Kernel::new((threads, 1, 1), 1);
    if blocks_per_sm == 0 || cc.max_registers_per_thread == 0 || !fits(cc, &block, blocks_per_sm) {
        return None;
    }
    // More registers never keep more blocks, so the edge can be bisected.
    let (mut keeps, mut loses) = (1, cc.max_registers_per_thread.saturating_add(1));
    while let Some(middle) = between(keeps, loses) {
        if fits(cc, &block.with_registers(middle), blocks_per_sm) {
            keeps = middle;
        } else {
            loses = middle;
        }
    }
    Some(keeps)
}

/// A number in the middle between two; `None` if there is none between them.
pub(crate) const fn between(below: u32, above: u32) -> Option<u32> {
    let half = above.saturating_sub(below) / 2;
    if half == 0 {
        None
    } else {
        Some(below.saturating_add(half))
    }
}

const fn fits(cc: &ComputeCapability, kernel: &Kernel, blocks_per_sm: u32) -> bool {
    match Occupancy::new(cc, kernel) {
        Ok(occupancy) => occupancy.blocks_per_sm >= blocks_per_sm,
        Err(_) => false,
    }
}
