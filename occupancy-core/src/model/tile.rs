//! Tiles of a matrix product: what a tile takes, and how the product falls into tiles.

use core::fmt;

use super::{TensorMemory, TensorMemoryError, Waves};
use crate::kernel::{Accumulator, StatedTile, wide};
use crate::text::Ratio;

/// Rows of tensor memory: an accumulator with at most as many rows takes one column of it for each of its own.
///
/// Source: PTX ISA 9.0, 9.7.16.1: 128 lanes and 512 columns of 32 bits.
const TENSOR_MEMORY_LANES: u32 = 128;

/// The tile of a matrix product `C ← A·B` that one block computes, with the stages of its operands.
///
/// # Model
///
/// A block computes `m × n` elements of C. In each step, it takes `m × k` elements of A and `k × n` of B through
/// shared memory, which holds `stages` steps at once, so that copies run ahead. It keeps an accumulator of 32 bits
/// for each element of C, in registers or in tensor memory.
///
/// It is the blocking of CUTLASS, *Efficient GEMM in CUDA*. It leaves out barriers of a pipeline, an epilogue's buffer
/// and padding: give [`Kernel::with_dynamic_shared_memory`](crate::Kernel::with_dynamic_shared_memory) what the kernel
/// needs in total.
///
/// ```
/// use occupancy_core::model::Tile;
///
/// // 128 × 128 × 64 of bf16, three stages.
/// const TILE: Tile = match Tile::new(128, 128, 64) {
///     Ok(tile) => tile.with_stages(3).with_operand_bytes(2, 2),
///     Err(_) => panic!("a tile has elements"),
/// };
/// assert_eq!(TILE.shared_memory(), 98_304);
/// assert_eq!(TILE.accumulator_registers(256), Some(64));
/// assert_eq!(TILE.flop_per_byte().unwrap().numerator(), 64);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tile {
    m: u32,
    n: u32,
    k: u32,
    stages: u32,
    a_bytes: u32,
    b_bytes: u32,
    accumulator: Accumulator,
}

impl Tile {
    /// The largest extent of a tile, elements: far more than a block can hold.
    pub(crate) const MOST: u32 = 1 << 16;

    /// A tile of `m × n` elements that takes `k` of the inner dimension at a time: one stage, operands of
    /// 4 bytes, accumulators in registers.
    ///
    /// # Errors
    ///
    /// [`TileError::Extent`] for an extent of zero or over 65,536.
    pub const fn new(m: u32, n: u32, k: u32) -> Result<Self, TileError> {
        let extents = [m, n, k];
        let mut left = extents.as_slice();
        while let [extent, others @ ..] = left {
            if *extent == 0 || *extent > Self::MOST {
                return Err(TileError::Extent(*extent));
            }
            left = others;
        }
        Ok(Self {
            m,
            n,
            k,
            stages: 1,
            a_bytes: 4,
            b_bytes: 4,
            accumulator: Accumulator::Registers,
        })
    }

    /// Sets the steps that are in shared memory at once; with 0, operands do not go through it.
    #[must_use = "returns the changed tile"]
    pub const fn with_stages(mut self, stages: u32) -> Self {
        self.stages = stages;
        self
    }

    /// Sets the size of the elements of A and B, in bytes.
    #[must_use = "returns the changed tile"]
    pub const fn with_operand_bytes(mut self, a: u32, b: u32) -> Self {
        (self.a_bytes, self.b_bytes) = (a, b);
        self
    }

    /// Sets where the accumulators are.
    #[must_use = "returns the changed tile"]
    pub const fn with_accumulator(mut self, accumulator: Accumulator) -> Self {
        self.accumulator = accumulator;
        self
    }

    /// Rows and columns of C, and the elements of the inner dimension that one step takes.
    pub const fn extent(self) -> (u32, u32, u32) {
        (self.m, self.n, self.k)
    }

    /// Steps in shared memory at once.
    pub const fn stages(self) -> u32 {
        self.stages
    }

    /// Where its accumulators are.
    pub const fn accumulator(self) -> Accumulator {
        self.accumulator
    }

    /// Shared memory for the operands, bytes per block: stages × (m·k elements of A and k·n of B). `u64::MAX` if 64
    /// bits do not hold it.
    pub const fn shared_memory(self) -> u64 {
        self.stated().shared_memory()
    }

    /// As it would be stated.
    const fn stated(self) -> StatedTile {
        let mut stated = StatedTile::new(self.m, self.n, self.k);
        (stated.a_bytes, stated.b_bytes) = (self.a_bytes, self.b_bytes);
        stated.stages = self.stages;
        stated
    }

    /// Registers per thread that hold accumulators, in a block of `threads`: ⌈m·n / threads⌉, and none if they
    /// are in tensor memory. `None` without threads.
    ///
    /// ```
    /// use occupancy_core::model::{Accumulator, Tile};
    ///
    /// let tile = Tile::new(256, 256, 64)?;
    /// assert_eq!(tile.accumulator_registers(256), Some(256));
    /// assert_eq!(tile.accumulator_registers(512), Some(128));
    /// let tile = tile.with_accumulator(Accumulator::TensorMemory);
    /// assert_eq!(tile.accumulator_registers(256), Some(0));
    /// # Ok::<(), occupancy_core::model::TileError>(())
    /// ```
    pub const fn accumulator_registers(self, threads: u32) -> Option<u64> {
        match (threads, self.accumulator) {
            (0, _) => None,
            (_, Accumulator::TensorMemory) => Some(0),
            (_, Accumulator::Registers) => Some(wide(self.m, self.n).div_ceil(threads as u64)),
        }
    }

    /// The tensor memory of its accumulators: ⌈m / 128⌉ × n columns, as one allocation, which is a power of two
    /// from 32 on. `None` if they are in registers.
    ///
    /// # Errors
    ///
    /// [`TensorMemoryError`] if one allocation does not hold them.
    ///
    /// ```
    /// use occupancy_core::compute_capabilities::SM_100;
    /// use occupancy_core::model::{Accumulator, Tile};
    ///
    /// let tile = Tile::new(128, 256, 64)?.with_accumulator(Accumulator::TensorMemory);
    /// let columns = tile.tensor_memory().unwrap().unwrap();
    /// assert_eq!(columns.columns(), 256);
    /// assert_eq!(columns.blocks_per_sm_at_most(&SM_100), Ok(2));
    /// # Ok::<(), occupancy_core::model::TileError>(())
    /// ```
    pub const fn tensor_memory(self) -> Option<Result<TensorMemory, TensorMemoryError>> {
        match self.accumulator {
            Accumulator::Registers => None,
            Accumulator::TensorMemory => {
                // At most 2^9 × 2^16.
                let columns = self
                    .m
                    .div_ceil(TENSOR_MEMORY_LANES)
                    .saturating_mul(self.n)
                    .next_power_of_two();
                Some(TensorMemory::allocation(if columns < 32 {
                    32
                } else {
                    columns
                }))
            }
        }
    }

    /// FLOP per byte of A and B in a step: 2·m·n·k over its bytes. `None` for operands without bytes.
    ///
    /// Compare it with the `ridge` (`occupancy-models`) of a device: below the ridge, the tile cannot
    /// keep the tensor cores busy from device memory. If the L2 cache holds operands for several blocks, less
    /// is enough.
    pub const fn flop_per_byte(self) -> Option<Ratio> {
        let flop = wide(self.m, self.n)
            .saturating_mul(2)
            .saturating_mul(self.k as u64);
        Ratio::new(flop, self.stated().stage_bytes())
    }

    /// How a product of `m × n` elements falls into these tiles.
    ///
    /// # Errors
    ///
    /// [`TileError::Problem`] if the product has no elements, or 64 bits do not count those of its tiles.
    ///
    /// ```
    /// use occupancy_core::model::Tile;
    /// use occupancy_core::devices::A100;
    ///
    /// // One row and one column more, and a second wave.
    /// let tile = Tile::new(256, 128, 32)?;
    /// let fits = tile.of(1792, 1792)?;
    /// let over = tile.of(1793, 1793)?;
    /// assert_eq!((fits.tiles(), over.tiles()), (98, 120));
    /// let tail = |tiling: occupancy_core::model::Tiling| {
    ///     tiling.waves(A100.sm_count(), 1).unwrap().tail_efficiency().to_string()
    /// };
    /// assert_eq!((tail(fits).as_str(), tail(over).as_str()), ("90.7 %", "55.6 %"));
    /// # Ok::<(), occupancy_core::model::TileError>(())
    /// ```
    pub const fn of(self, m: u32, n: u32) -> Result<Tiling, TileError> {
        let tiling = Tiling { tile: self, m, n };
        match tiling.tiles().checked_mul(wide(self.m, self.n)) {
            Some(1..) if tiling.tiles() < 1 << 63 => Ok(tiling),
            _ => Err(TileError::Problem { m, n }),
        }
    }
}

impl StatedTile {
    /// The tile.
    ///
    /// # Errors
    ///
    /// [`TileError::Extent`] for an extent of zero or over 65,536.
    ///
    /// ```
    /// use occupancy_core::kernel::StatedTile;
    ///
    /// let tile = StatedTile::new(128, 128, 64).tile()?;
    /// assert_eq!(tile.accumulator_registers(256), Some(64));
    /// # Ok::<(), occupancy_core::model::TileError>(())
    /// ```
    pub const fn tile(&self) -> Result<Tile, TileError> {
        match Tile::new(self.m, self.n, self.k) {
            Ok(tile) => Ok(tile
                .with_stages(self.stages)
                .with_operand_bytes(self.a_bytes, self.b_bytes)
                .with_accumulator(self.accumulator)),
            Err(error) => Err(error),
        }
    }
}

/// As it is written: `128 × 128 × 64`.
impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} × {} × {}", self.m, self.n, self.k)
    }
}

/// How the elements of a product fall into tiles: [`Tile::of`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tiling {
    tile: Tile,
    m: u32,
    n: u32,
}

impl Tiling {
    /// The tile.
    pub const fn tile(self) -> Tile {
        self.tile
    }

    /// Tiles along the rows, and along the columns; one block for each tile.
    pub const fn tiles_by_axis(self) -> (u32, u32) {
        (self.m.div_ceil(self.tile.m), self.n.div_ceil(self.tile.n))
    }

    /// Tiles in all: blocks of the grid.
    pub const fn tiles(self) -> u64 {
        let (m, n) = self.tiles_by_axis();
        wide(m, n)
    }

    /// The elements of the product over those of its tiles: the share that edges leave.
    pub const fn tile_efficiency(self) -> Ratio {
        // `Tile::of` has checked the product.
        let elements = self.tiles().saturating_mul(self.tile_elements());
        Ratio::of(wide(self.m, self.n), elements)
    }

    const fn tile_elements(self) -> u64 {
        wide(self.tile.m, self.tile.n)
    }

    /// The waves of its blocks; `None` if no block runs.
    pub const fn waves(self, sm_count: u32, blocks_per_sm: u32) -> Option<Waves> {
        Waves::of_blocks(self.tiles(), sm_count, blocks_per_sm)
    }

    /// The share of all work of all SMs that is part of the product: tile efficiency × tail efficiency. `None`
    /// if no block runs, or if 64 bits do not hold the elements of its waves.
    ///
    /// ```
    /// use occupancy_core::model::Tile;
    ///
    /// // 384 × 384 in tiles of 128 × 128, and of half the size, on a GPU of four SMs.
    /// let (whole, half) = (Tile::new(128, 128, 32)?, Tile::new(128, 64, 32)?);
    /// assert_eq!(whole.of(384, 384)?.efficiency(4, 1).unwrap().to_string(), "75 %");
    /// assert_eq!(half.of(384, 384)?.efficiency(4, 1).unwrap().to_string(), "90 %");
    /// # Ok::<(), occupancy_core::model::TileError>(())
    /// ```
    pub const fn efficiency(self, sm_count: u32, blocks_per_sm: u32) -> Option<Ratio> {
        let Some(waves) = self.waves(sm_count, blocks_per_sm) else {
            return None;
        };
        // The tiles themselves are in both factors.
        match waves.full_waves_above().checked_mul(self.tile_elements()) {
            Some(all) => Ratio::new(wide(self.m, self.n), all),
            None => None,
        }
    }
}

/// Why a block cannot have a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TileError {
    /// An extent is zero, or over 65,536.
    Extent(u32),
    /// The product has no elements, or 64 bits do not count those of its tiles.
    Problem {
        /// Rows.
        m: u32,
        /// Columns.
        n: u32,
    },
}

impl fmt::Display for TileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Extent(extent) => write!(
                f,
                "a tile of {extent} elements along one axis: it has 1 to 65536"
            ),
            Self::Problem { m, n } => write!(
                f,
                "a product of {m} × {n} elements: it has at least one, and its tiles fewer than 2^64"
            ),
        }
    }
}

impl core::error::Error for TileError {}
