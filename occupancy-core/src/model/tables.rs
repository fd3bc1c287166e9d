//! A GPU prepared for many calculations. What depends on a few small figures is calculated once, for each of their
//! values.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation,
    clippy::indexing_slicing,
    clippy::large_stack_arrays,
    reason = "`is_tabled` bounds the figures of the GPU, and a kernel is compared; there is no allocator"
)]

use super::Occupancy;
use super::limits::{preferred_shared_memory, register_limit, warp_limit};
use crate::error::Error;
use crate::gpu::Multiprocessor;
use crate::kernel::{Kernel, product, wide};
use crate::numbers::or;

/// The most warps of a block in the tables.
const WARPS: usize = 32;

/// The most registers of a thread in the tables.
pub(super) const REGISTERS: usize = 1024;

/// The most units of registers of a thread in the tables.
pub(super) const UNITS: usize = 64;

/// The most resident blocks in the tables.
pub(super) const BLOCKS: usize = 255;

/// What stands for no limit.
const NONE: u32 = u16::MAX as u32;

/// The blocks that registers per thread allow, by their number.
pub(super) type Row = [u16; REGISTERS + 1];

/// A GPU that is prepared for many calculations, with tables of 70 KB.
///
/// The results are those of [`Occupancy::new`], in half of the time. [`sweep`](Self::sweep) calculates whole ranges in a
/// fraction of it. Filling the tables takes as long as some two thousand calculations.
///
/// ```
/// use occupancy_core::model::OccupancyTables;
/// use occupancy_core::{Kernel, Occupancy, compute_capabilities::SM_90};
///
/// let tables = OccupancyTables::new(&SM_90);
/// for registers in 1..=255 {
///     let kernel = Kernel::new((256, 1, 1), registers);
///     assert_eq!(tables.occupancy(&kernel), Occupancy::new(&SM_90, &kernel));
/// }
/// ```
///
/// Every GPU in [`Multiprocessor::ALL`] has tables, those of AMD, too. One that [`Multiprocessor::new`] makes has none if
/// it has more than 255 warps, or more than 1,024 registers or 64 units of registers per thread. Its results are the
/// same, but not faster.
#[derive(Clone, Debug)]
pub struct OccupancyTables {
    pub(super) sm: Multiprocessor,
    /// `true` if its figures fit the tables.
    pub(super) is_tabled: bool,
    /// Of warps of a block; 0 for more registers than a thread can address, and the largest number for no limit.
    pub(super) rows: [Row; WARPS + 1],
    /// Of registers of a thread: units, and one more than the most for more registers than a thread can address.
    pub(super) units: [u8; REGISTERS + 1],
    /// Of the percent of a carve-out: shared memory of the SM, bytes.
    carveouts: [u32; 101],
}

impl OccupancyTables {
    /// Prepares a GPU.
    pub const fn new(sm: &Multiprocessor) -> Self {
        let (most, unit) = (sm.max_registers_per_thread, sm.register_allocation_unit);
        let mut tables = Self {
            sm: *sm,
            is_tabled: sm.max_warps_per_sm <= BLOCKS as u32
                && most <= REGISTERS as u32
                && most.div_ceil(unit / sm.warp_size) <= UNITS as u32
                && sm.registers_per_sm / unit < u16::MAX as u32,
            rows: [[0; REGISTERS + 1]; WARPS + 1],
            units: [UNITS as u8 + 1; REGISTERS + 1],
            carveouts: [0; 101],
        };
        let (mut warps, mut percent) = (1, 0);
        while percent <= 100 {
            tables.carveouts[percent] = preferred_shared_memory(sm, Some(percent as u32));
            percent += 1;
        }
        while warps <= WARPS && tables.is_tabled {
            tables.fill(warps);
            warps += 1;
        }
        tables
    }

    /// Fills in what is of blocks with so many warps.
    const fn fill(&mut self, warps: usize) {
        let unit = self.sm.register_allocation_unit / self.sm.warp_size;
        let (mut registers, mut limit) = (0, NONE);
        while registers <= self.sm.max_registers_per_thread {
            // All registers of a unit are alike.
            if registers % unit == 1 % unit {
                limit = or(register_limit(&self.sm, registers, warps as u64).0, NONE);
            }
            self.rows[warps][registers as usize] = limit as u16;
            self.units[registers as usize] = registers.div_ceil(unit) as u8;
            registers += 1;
        }
    }

    /// [`Occupancy::new`] on this GPU.
    ///
    /// # Errors
    ///
    /// Those of [`Occupancy::new`].
    #[inline]
    pub const fn occupancy(&self, kernel: &Kernel) -> Result<Occupancy, Error> {
        let (sm, threads) = (&self.sm, product(kernel.block_dim));
        // Without threads, they are more than in any table.
        let warps = (threads.wrapping_sub(1) >> sm.warp_size.trailing_zeros()).saturating_add(1);
        let (registers, percent) = (kernel.registers_on(sm), or(kernel.carveout, 100));
        let is_over = warps > WARPS as u64 || registers > sm.max_registers_per_thread;
        if !self.is_tabled || is_over || percent > 100 {
            return Occupancy::new(sm, kernel);
        }
        let units = self.units[registers as usize];
        let limit = match self.rows[warps as usize][registers as usize] {
            u16::MAX => None,
            blocks => Some(blocks as u32),
        };
        let per_block = wide(units as u32 * sm.register_allocation_unit, warps as u32);
        let of_warps = warp_limit(sm, kernel.block_dim, threads, warps);
        let (registers, preferred) = ((limit, per_block), self.carveouts[percent as usize]);
        let all = Occupancy::with(sm, kernel, warps, of_warps, registers, preferred);
        Ok(all)
    }
}
