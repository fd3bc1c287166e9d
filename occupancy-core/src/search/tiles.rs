//! The tiles that fit a GPU and waste the least.

use super::max_registers_per_thread;
use crate::gpu::{ComputeCapability, Device};
use crate::kernel::Kernel;
use crate::model::{Occupancy, Tile, TileError, Tiling};
use crate::text::Ratio;

impl Tile {
    /// A kernel with this tile: blocks of `threads` in x, with accumulators and `extra_registers` in each thread,
    /// and the operands in dynamic shared memory.
    ///
    /// # Errors
    ///
    /// [`TileError::Registers`] if a thread cannot have the registers, on `compute_capability` and with this
    /// many threads; [`TileError::SharedMemory`] if a block cannot have the shared memory;
    /// [`TileError::Threads`] if a block cannot have this many threads, or has none;
    /// [`TileError::TensorMemory`] if tensor memory does not hold the accumulators.
    ///
    /// ```
    /// use occupancy_core::compute_capabilities::SM_90;
    /// use occupancy_core::model::{Tile, TileError};
    /// use occupancy_core::Occupancy;
    ///
    /// let tile = Tile::new(256, 128, 64)?.with_stages(4).with_operand_bytes(2, 2);
    /// let kernel = tile.kernel(&SM_90, 256, 40)?;
    /// assert_eq!((kernel.registers_per_thread, kernel.dynamic_shared_memory), (168, 196_608));
    /// assert_eq!(Occupancy::new(&SM_90, &kernel).unwrap().blocks_per_sm, 1);
    ///
    /// // The accumulators alone are 256 registers, and with 512 threads all of the 128 that there are.
    /// let tile = Tile::new(256, 256, 64)?.with_operand_bytes(2, 2);
    /// assert_eq!(
    ///     tile.kernel(&SM_90, 256, 0),
    ///     Err(TileError::Registers { accumulators: 256, extra: 0, allowed: 255 })
    /// );
    /// assert_eq!(
    ///     tile.kernel(&SM_90, 512, 1),
    ///     Err(TileError::Registers { accumulators: 128, extra: 1, allowed: 128 })
    /// );
    /// # Ok::<(), TileError>(())
    /// ```
    pub const fn kernel(
        self,
        compute_capability: &ComputeCapability,
        threads: u32,
        extra_registers: u32,
    ) -> Result<Kernel, TileError> {
        let cc = compute_capability;
        let (Some(accumulators), Some(allowed)) = (
            self.accumulator_registers(threads),
            max_registers_per_thread(cc, threads, 1),
        ) else {
            return Err(TileError::Threads(threads));
        };
        if let Some(columns) = self.tensor_memory() {
            let blocks = match columns {
                Ok(columns) => columns.blocks_per_sm_at_most(cc),
                Err(error) => Err(error),
            };
            if let Err(error) = blocks {
                return Err(TileError::TensorMemory(error));
            }
        }
        let registers = accumulators.saturating_add(extra_registers as u64);
        if registers > allowed as u64 {
            return Err(TileError::Registers {
                accumulators,
                extra: extra_registers,
                allowed,
            });
        }
        let bytes = self.shared_memory();
        if bytes > cc.shared_memory_per_block_optin as u64 {
            return Err(TileError::SharedMemory {
                bytes,
                allowed: cc.shared_memory_per_block_optin,
            });
        }
        #[allow(clippy::cast_possible_truncation, reason = "compared just before")]
        let (registers, bytes) = (registers as u32, bytes as u32);
        Ok(Kernel::new((threads, 1, 1), registers).with_dynamic_shared_memory(bytes))
    }
}

/// The search of [`best_tiles`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileSearch {
    /// Rows of the product.
    pub m: u32,
    /// Columns of the product.
    pub n: u32,
    /// A tile with the inner dimension of a step, stages, bytes of the operands and accumulators. Its rows
    /// and columns are ignored.
    pub tile: Tile,
    /// Threads of a block.
    pub threads: u32,
    /// Registers per thread beside accumulators.
    pub extra_registers: u32,
    /// The least FLOP per byte that a tile has to reach.
    pub least_flop_per_byte: Ratio,
}

/// A tile that fits, and its figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TileChoice {
    /// The tile, and how the product falls into it.
    pub tiling: Tiling,
    /// A kernel with it.
    pub kernel: Kernel,
    /// Resident blocks per SM.
    pub blocks_per_sm: u32,
    /// Tile efficiency × tail efficiency.
    pub efficiency: Ratio,
    /// FLOP for each byte of its operands.
    pub flop_per_byte: Ratio,
}

/// The rows and columns that are tried.
const EXTENTS: [u32; 5] = [16, 32, 64, 128, 256];

/// The best tiles of a product on `device`, the best first, for a program that then measures them. It tries
/// tiles whose rows and columns are powers of two from 16 to 256, and sorts those that fit by efficiency, then
/// by FLOP per byte.
///
/// Small tiles waste the least at the edges and in the last wave, and load the most: state what a tile has to reach
/// with [`least_flop_per_byte`](TileSearch::least_flop_per_byte). If all operands come from device memory, that is the
/// [ridge](crate::model::PeakRates::ridge) of the device; the L2 cache lowers it.
///
/// ```
/// use occupancy_core::devices::A100;
/// use occupancy_core::model::Tile;
/// use occupancy_core::{Ratio, search::{TileSearch, best_tiles}};
///
/// let search = TileSearch {
///     m: 2304,
///     n: 1536,
///     tile: Tile::new(128, 128, 32)?.with_stages(3).with_operand_bytes(2, 2),
///     threads: 256,
///     extra_registers: 40,
///     least_flop_per_byte: Ratio::new(64, 1).unwrap(),
/// };
/// let [best, ..] = best_tiles::<3>(&A100, &search);
/// let best = best.unwrap();
/// assert_eq!(best.tiling.tile().to_string(), "128 × 256 × 32");
/// assert_eq!((best.tiling.tiles(), best.efficiency.to_string()), (108, "100 %".to_string()));
/// # Ok::<(), occupancy_core::model::TileError>(())
/// ```
pub const fn best_tiles<const COUNT: usize>(
    device: &Device,
    search: &TileSearch,
) -> [Option<TileChoice>; COUNT] {
    let mut best = [None; COUNT];
    let mut rows = EXTENTS.as_slice();
    while let [m, other_rows @ ..] = rows {
        let mut columns = EXTENTS.as_slice();
        while let [n, other_columns @ ..] = columns {
            if let Ok(tile) = search.tile.with_extent(*m, *n)
                && let Some(choice) = choice(device, search, tile)
            {
                insert(&mut best, choice);
            }
            columns = other_columns;
        }
        rows = other_rows;
    }
    best
}

/// The figures of a tile; `None` if it does not fit.
const fn choice(device: &Device, search: &TileSearch, tile: Tile) -> Option<TileChoice> {
    let cc = device.compute_capability;
    let (Ok(kernel), Ok(tiling), Some(flop_per_byte)) = (
        tile.kernel(cc, search.threads, search.extra_registers),
        tile.of(search.m, search.n),
        tile.flop_per_byte(),
    ) else {
        return None;
    };
    if !flop_per_byte.at_least(search.least_flop_per_byte) {
        return None;
    }
    let Ok(occupancy) = Occupancy::new(cc, &kernel) else {
        return None;
    };
    match tiling.efficiency(device.sm_count, occupancy.blocks_per_sm) {
        Some(efficiency) => Some(TileChoice {
            tiling,
            kernel,
            blocks_per_sm: occupancy.blocks_per_sm,
            efficiency,
            flop_per_byte,
        }),
        None => None,
    }
}

/// Puts a choice where it belongs; the worst is left out, and of equals the first stays before.
const fn insert(best: &mut [Option<TileChoice>], choice: TileChoice) {
    let (mut moved, mut left) = (Some(choice), best);
    while let [place, places @ ..] = left {
        let is_better = match (&moved, &*place) {
            (Some(new), Some(old)) => is_better(new, old),
            (Some(_), None) => true,
            (None, _) => false,
        };
        if is_better {
            let old = *place;
            *place = moved;
            moved = old;
        }
        left = places;
    }
}

const fn is_better(new: &TileChoice, old: &TileChoice) -> bool {
    if !old.efficiency.at_least(new.efficiency) {
        return true;
    }
    new.efficiency.at_least(old.efficiency) && !old.flop_per_byte.at_least(new.flop_per_byte)
}
