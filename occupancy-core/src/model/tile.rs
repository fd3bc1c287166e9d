//! The resources that a tile of a matrix product takes, and the tiles of the product.

use super::Waves;
use crate::gpu::Multiprocessor;
use crate::kernel::{Accumulator, Tile, wide};
use crate::text::Ratio;

/// The rows of tensor memory: an accumulator with at most this many rows takes one column of it for each of its own.
///
/// Source: PTX ISA 9.0, 9.7.16.1: 128 lanes and 512 columns of 32 bits.
const TENSOR_MEMORY_LANES: u32 = 128;

/// The fewest columns of one allocation; [`MOST_COLUMNS`] is the most.
///
/// Source: PTX ISA 9.0, `tcgen05.alloc`; ptxas 13.5 accepts 32, 64, 128, 256 and 512 and refuses 16, 48, 96 and 1,024.
const LEAST_COLUMNS: u32 = 32;
/// The most columns of one allocation; [`LEAST_COLUMNS`] has the source.
pub(crate) const MOST_COLUMNS: u32 = 512;

impl Tile {
    /// Registers per thread that hold accumulators, in a block of `threads`: ⌈m·n / threads⌉, or 0 if the accumulators
    /// are in tensor memory. `None` without threads.
    ///
    /// ```
    /// use occupancy_core::kernel::{Accumulator, Tile};
    ///
    /// let tile = Tile::new(256, 256, 64);
    /// assert_eq!(tile.accumulator_registers(256), Some(256));
    /// assert_eq!(tile.accumulator_registers(512), Some(128));
    /// let tile = Tile { accumulator: Accumulator::TensorMemory, ..tile };
    /// assert_eq!(tile.accumulator_registers(256), Some(0));
    /// ```
    pub const fn accumulator_registers(&self, threads: u32) -> Option<u64> {
        if threads == 0 || self.wrong_extent().is_some() {
            return None;
        }
        Some(match self.accumulator {
            Accumulator::TensorMemory => 0,
            Accumulator::Registers => wide(self.m, self.n).div_ceil(threads as u64),
        })
    }

    /// The columns of tensor memory that the accumulators take: ⌈m / 128⌉ × n, rounded up to a power of two from 32 on,
    /// as one allocation is. The rules refuse more than 512. `None` if the accumulators are in registers.
    pub const fn tensor_memory_columns(&self) -> Option<u32> {
        match (self.accumulator, self.wrong_extent()) {
            (Accumulator::TensorMemory, None) => {
                // At most 2^9 × 2^16.
                let columns = self.m.div_ceil(TENSOR_MEMORY_LANES).saturating_mul(self.n);
                Some(if columns < LEAST_COLUMNS {
                    LEAST_COLUMNS
                } else {
                    columns.next_power_of_two()
                })
            }
            _ => None,
        }
    }

    /// An upper bound of the blocks of one SM that hold their columns of tensor memory at the same time. `None` if the
    /// accumulators are in registers, if an SM has no tensor memory or too little for one block, or if NVIDIA does not
    /// say how many columns it has.
    ///
    /// ```
    /// use occupancy_core::compute_capabilities::{SM_90, SM_100};
    /// use occupancy_core::kernel::{Accumulator, Tile};
    ///
    /// let tile = Tile { accumulator: Accumulator::TensorMemory, ..Tile::new(128, 256, 64) };
    /// assert_eq!(tile.tensor_memory_columns(), Some(256));
    /// assert_eq!(tile.blocks_with_tensor_memory(&SM_100), Some(2));
    /// assert_eq!(tile.blocks_with_tensor_memory(&SM_90), None);
    /// ```
    pub const fn blocks_with_tensor_memory(&self, sm: &Multiprocessor) -> Option<u32> {
        let of_sm = known!(sm.tensor_memory_columns_per_sm);
        match known!(self.tensor_memory_columns()) {
            columns if columns <= MOST_COLUMNS && columns <= of_sm => of_sm.checked_div(columns),
            _ => None,
        }
    }

    /// FLOP per byte of A and B in a step: 2·m·n·k over the bytes. `None` for operands without bytes.
    ///
    /// Compare it with the `ridge` (`occupancy-models`) of a device: below the ridge, the tile cannot keep the tensor
    /// cores busy from device memory. If the L2 cache holds operands for several blocks, less is enough.
    pub const fn flop_per_byte(&self) -> Option<Ratio> {
        if self.wrong_extent().is_some() {
            return None;
        }
        let multiply_adds = wide(self.m, self.n).saturating_mul(self.k as u64);
        Ratio::new(multiply_adds.saturating_mul(2), self.stage_bytes())
    }

    /// The number of tiles along the rows of the problem, and along its columns; each takes one block. `None` if no
    /// problem is stated, if it has no elements, or if 64 bits do not hold the elements of the tiles.
    ///
    /// ```
    /// use occupancy_core::devices::A100;
    /// use occupancy_core::kernel::Tile;
    ///
    /// // One row and one column more, and a second wave.
    /// let tile = Tile::new(256, 128, 32);
    /// let [fits, over] = [1792, 1793].map(|size| Tile { problem: Some((size, size)), ..tile });
    /// assert_eq!((fits.tiles(), over.tiles()), (Some((7, 14)), Some((8, 15))));
    /// let tail = |tile: Tile| {
    ///     tile.waves(A100.sm_count(), 1).unwrap().tail_efficiency().to_string()
    /// };
    /// assert_eq!((tail(fits).as_str(), tail(over).as_str()), ("90.7 %", "55.6 %"));
    /// ```
    pub const fn tiles(&self) -> Option<(u32, u32)> {
        let (Some((m, n)), None) = (self.problem, self.wrong_extent()) else {
            return None;
        };
        let (rows, columns) = (m.div_ceil(self.m), n.div_ceil(self.n));
        let tiles = wide(rows, columns);
        match tiles.checked_mul(wide(self.m, self.n)) {
            Some(1..) if tiles < 1 << 63 => Some((rows, columns)),
            _ => None,
        }
    }

    /// The elements of the problem over those of its [`tiles`](Self::tiles), which extend over its edges.
    pub const fn tile_efficiency(&self) -> Option<Ratio> {
        let (rows, columns) = known!(self.tiles());
        self.share_of(wide(rows, columns))
    }

    /// The waves of the [`tiles`](Self::tiles); `None` also if no block fits.
    pub const fn waves(&self, sm_count: u32, blocks_per_sm: u32) -> Option<Waves> {
        let (rows, columns) = known!(self.tiles());
        Waves::of(wide(rows, columns), wide(sm_count, blocks_per_sm))
    }

    /// The share of the work of all SMs that is part of the product: tile efficiency × tail efficiency. `None` without
    /// [`waves`](Self::waves), or if 64 bits do not hold their elements.
    ///
    /// ```
    /// use occupancy_core::kernel::Tile;
    ///
    /// // 384 × 384 in tiles of 128 × 128, and of half the size, on a GPU of four SMs.
    /// let share = |n| {
    ///     let tile = Tile { problem: Some((384, 384)), ..Tile::new(128, n, 32) };
    ///     tile.efficiency(4, 1).unwrap().to_string()
    /// };
    /// assert_eq!((share(128).as_str(), share(64).as_str()), ("75 %", "90 %"));
    /// ```
    pub const fn efficiency(&self, sm_count: u32, blocks_per_sm: u32) -> Option<Ratio> {
        // The number of tiles cancels out of the two factors.
        self.share_of(known!(self.waves(sm_count, blocks_per_sm)).full_waves_above())
    }

    /// The elements of the problem over those of this many tiles.
    const fn share_of(&self, tiles: u64) -> Option<Ratio> {
        let (m, n) = known!(self.problem);
        Ratio::new(wide(m, n), known!(tiles.checked_mul(wide(self.m, self.n))))
    }
}
