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
    let most = match compute_capability.shared_memory_per_block_optin {
        most @ DEFAULT_SHARED_MEMORY_PER_BLOCK.. => most,
        _ => DEFAULT_SHARED_MEMORY_PER_BLOCK,
    };
    let fits = Fits {
        cc: compute_capability,
        kernel,
        is_registers: false,
        blocks_per_sm,
    };
    fits.most(0, most)
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
    let fits = Fits {
        cc: compute_capability,
        kernel: &Kernel::new((threads, 1, 1), 1),
        is_registers: true,
        blocks_per_sm,
    };
    fits.most(1, compute_capability.max_registers_per_thread)
}

/// Whether enough blocks are resident, with a number of registers or of bytes of dynamic shared memory.
struct Fits<'a> {
    cc: &'a ComputeCapability,
    kernel: &'a Kernel,
    is_registers: bool,
    blocks_per_sm: u32,
}

impl Fits<'_> {
    /// The largest number that fits. A larger one never keeps more blocks, so the edge can be bisected.
    const fn most(&self, least: u32, most: u32) -> Option<u32> {
        if self.blocks_per_sm == 0 || most < least || !self.holds(least) {
            return None;
        }
        let (mut keeps, mut loses) = (least, most.saturating_add(1));
        while keeps.abs_diff(loses) > 1 {
            let middle = keeps.midpoint(loses);
            if self.holds(middle) {
                keeps = middle;
            } else {
                loses = middle;
            }
        }
        Some(keeps)
    }

    const fn holds(&self, number: u32) -> bool {
        let kernel = if self.is_registers {
            self.kernel.with_registers(number)
        } else {
            self.kernel.with_dynamic_shared_memory(number)
        };
        match Occupancy::new(self.cc, &kernel) {
            Ok(occupancy) => occupancy.blocks_per_sm >= self.blocks_per_sm,
            Err(_) => false,
        }
    }
}
