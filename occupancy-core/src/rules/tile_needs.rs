//! What a tile takes at least, of registers and of shared memory: no change goes below it.

use crate::gpu::Arch;
use crate::kernel::{Configuration, of_gpus, saturate};
use crate::search::max_registers_per_thread;

/// Registers per thread: those of accumulators, and what a thread of such a block can have.
#[derive(Clone, Copy)]
pub(super) struct TileRegisters {
    pub(super) accumulators: u64,
    pub(super) needed: u64,
    pub(super) allowed: u32,
}

impl Configuration<'_> {
    /// `None` if there is no tile, or if the block or the tile is refused.
    pub(super) const fn tile_registers(&self, arch: &Arch) -> Option<TileRegisters> {
        let Some(stated) = &self.tile else {
            return None;
        };
        let threads = saturate(self.kernel.threads_per_block());
        let allowed = max_registers_per_thread(arch.compute_capability(), threads, 1);
        match (stated.accumulator_registers(threads), allowed) {
            (Some(accumulators), Some(allowed)) => Some(TileRegisters {
                accumulators,
                needed: accumulators.saturating_add(stated.extra_registers as u64),
                allowed,
            }),
            _ => None,
        }
    }

    /// The fewest registers per thread that hold the tile on every GPU; none if there is no tile.
    pub(super) const fn least_registers(&self) -> u32 {
        let most = of_gpus!(self, >, arch: Some(taken) = self.tile_registers(arch) => taken.needed);
        match most {
            Some(most) => saturate(most),
            None => 0,
        }
    }

    /// The least dynamic shared memory that holds the operands beside what the kernel declares; none if
    /// there is no tile.
    pub(super) const fn least_dynamic_shared_memory(&self) -> u32 {
        match &self.tile {
            Some(tile) => {
                let declared = self.kernel.static_shared_memory as u64;
                saturate(tile.shared_memory().saturating_sub(declared))
            }
            None => 0,
        }
    }
}
