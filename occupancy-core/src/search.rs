//! The most shared memory, and the most registers, with which enough blocks are resident; and the least that a tile takes
//! of them, below which no change goes.

// The search of `threads = auto` is in `rules/block_sizes.rs`.

use crate::gpu::{Arch, Multiprocessor};
use crate::kernel::{Argument, Configuration, Kernel, of_gpus, saturate};
use crate::model::Occupancy;
use crate::numbers::or;

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
    compute_capability: &Multiprocessor,
    kernel: &Kernel,
    blocks_per_sm: u32,
) -> Option<u32> {
    let configuration = Configuration::new(&[], *kernel);
    let (sm, argument) = (compute_capability, Argument::DynamicSharedMemory);
    let range = (0, sm.shared_memory_per_block_optin);
    most_that_fits(sm, &configuration, argument, blocks_per_sm, range)
}

/// The most registers per thread, 1 to what a thread can address, with which the register file holds `blocks_per_sm`
/// blocks of `threads`; `None` if no number does. On AMD, they are the vector registers of a lane.
///
/// It is the register cap that `__launch_bounds__(threads, blocks_per_sm)` implies. The second number of HIP's
/// `__launch_bounds__` is not blocks, but wavefronts of a SIMD: as many as these blocks need.
///
/// ```
/// use occupancy_core::{compute_capabilities::SM_90, search::max_registers_per_thread};
///
/// assert_eq!(max_registers_per_thread(&SM_90, 256, 2), Some(128));
/// assert_eq!(max_registers_per_thread(&SM_90, 1024, 3), None);
///
/// // Four workgroups of 256 are 4 wavefronts on each SIMD of a CU.
/// use occupancy_core::targets::GFX942;
/// assert_eq!(max_registers_per_thread(&GFX942, 256, 4), Some(128));
/// ```
pub const fn max_registers_per_thread(
    compute_capability: &Multiprocessor,
    threads: u32,
    blocks_per_sm: u32,
) -> Option<u32> {
    let registers = compute_capability.most_registers(threads as u64, blocks_per_sm);
    match blocks_that_fit(compute_capability, (threads, 1, 1), registers) {
        fit @ 1.. if blocks_per_sm > 0 && fit >= blocks_per_sm => Some(registers),
        _ => None,
    }
}

/// The blocks that warps and registers allow, whatever else a block needs.
pub(crate) const fn blocks_that_fit(
    sm: &Multiprocessor,
    block: (u32, u32, u32),
    registers: u32,
) -> u32 {
    // Each vendor has a budget of its own.
    match Occupancy::new(sm, &Kernel::new(block, registers).with_vgprs(registers)) {
        Ok(occupancy) => occupancy.blocks_per_sm,
        Err(_) => 0,
    }
}

/// The largest value of an argument, within a range, with which enough blocks are resident. A larger value never keeps
/// more blocks, so the edge is bisected.
pub(crate) const fn most_that_fits(
    sm: &Multiprocessor,
    configuration: &Configuration<'_>,
    argument: Argument,
    blocks_per_sm: u32,
    (least, most): (u32, u32),
) -> Option<u32> {
    let (mut first, mut end) = (least, most.saturating_add(1));
    while first < end && blocks_per_sm > 0 {
        let middle = first.midpoint(end);
        let changed = configuration.with_integer(argument, middle as u64);
        match Occupancy::new(sm, &changed.kernel) {
            Ok(occupancy) if occupancy.blocks_per_sm >= blocks_per_sm => {
                first = middle.saturating_add(1);
            }
            _ => end = middle,
        }
    }
    if first > least {
        first.checked_sub(1)
    } else {
        None
    }
}

impl Configuration<'_> {
    /// Three numbers of registers per thread: those of the accumulators, those and the extra ones, and the most that a
    /// thread of such a block can have. `None` if there is no tile, or if the block or the tile is refused.
    pub(crate) const fn tile_registers(&self, arch: &Arch) -> Option<(u64, u64, u32)> {
        let stated = known!(&self.tile);
        let threads = saturate(self.kernel.threads_per_block());
        let allowed = max_registers_per_thread(arch.multiprocessor(), threads, 1);
        let accumulators = known!(stated.accumulator_registers(threads));
        let needed = accumulators.saturating_add(stated.extra_registers as u64);
        Some((accumulators, needed, known!(allowed)))
    }

    /// The fewest registers per thread that hold the tile on every GPU; 0 if there is no tile.
    pub(crate) const fn least_registers(&self) -> u32 {
        let most =
            of_gpus!(self, >, arch: Some((_, taken, _)) = self.tile_registers(arch) => taken);
        saturate(or(most, 0))
    }

    /// The most registers that a thread can address on every GPU that reads an argument; 0 if none is named.
    pub(crate) const fn most_registers(&self, argument: Argument) -> u32 {
        let most = of_gpus!(self, <, arch: true = argument.is_read_on(arch) =>
            arch.multiprocessor().max_registers_per_thread);
        or(most, 0)
    }

    /// The least dynamic shared memory, bytes, that holds the operands beside the declared shared memory; 0 if there is no
    /// tile.
    pub(crate) const fn least_dynamic_shared_memory(&self) -> u32 {
        let Some(tile) = &self.tile else { return 0 };
        let declared = self.kernel.static_shared_memory as u64;
        saturate(tile.shared_memory().saturating_sub(declared))
    }
}
