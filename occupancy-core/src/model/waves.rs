//! The waves of a grid.

use crate::kernel::{GridDim, wide};
use crate::text::Ratio;

/// The waves into which the blocks of a grid fall. In a full wave, every SM holds as many blocks as fit.
///
/// ```
/// use occupancy_core::{GridDim, Ratio, Waves};
///
/// // 132 SMs with 4 blocks each; one block more than a full wave costs a whole second wave.
/// let waves = Waves::new(GridDim::new((529, 1, 1)).unwrap(), 132, 4).unwrap();
/// assert_eq!(waves.count(), 2);
/// assert_eq!(waves.last_wave_blocks(), 1);
/// assert_eq!(waves.tail_efficiency(), Ratio::new(529, 1056).unwrap());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Waves {
    grid_blocks: u64,
    blocks_per_wave: u64,
}

serialized! {
    Waves: |all: Self| (all.grid_blocks, all.blocks_per_wave),
    |(grid, wave)| Self::of(grid, wave).ok_or("waves have 1 to 2^63 - 1 blocks, each at least 1")
}

impl Waves {
    /// The waves of `grid` on `sm_count` SMs that hold `blocks_per_sm` blocks each; `None` if either is zero.
    pub const fn new(grid: GridDim, sm_count: u32, blocks_per_sm: u32) -> Option<Self> {
        Self::of(grid.blocks(), wide(sm_count, blocks_per_sm))
    }

    /// The waves of 1 to 2^63 − 1 blocks; `None` for any other number, or if a wave has no blocks.
    pub(super) const fn of(grid_blocks: u64, blocks_per_wave: u64) -> Option<Self> {
        if grid_blocks == 0 || grid_blocks >= 1 << 63 || blocks_per_wave == 0 {
            return None;
        }
        Some(Self {
            grid_blocks,
            blocks_per_wave,
        })
    }

    /// The rounds in which a grid works through `items`, if each block takes one item after the other. A round is a
    /// wave of items, one for each block. `None` for no items, and for 2^63 and more.
    ///
    /// ```
    /// use occupancy_core::{GridDim, Waves, devices::H100};
    ///
    /// let grid = GridDim::persistent(H100.sm_count(), 1)?;
    /// let rounds = Waves::rounds(10_000, grid).unwrap();
    /// assert_eq!((rounds.count(), rounds.tail_efficiency().to_string().as_str()), (76, "99.7 %"));
    /// # Ok::<(), occupancy_core::GridError>(())
    /// ```
    pub const fn rounds(items: u64, grid: GridDim) -> Option<Self> {
        Self::of(items, grid.blocks())
    }

    /// Blocks of the grid.
    pub const fn grid_blocks(self) -> u64 {
        self.grid_blocks
    }

    /// Blocks of a full wave: SMs × blocks per SM.
    pub const fn blocks_per_wave(self) -> u64 {
        self.blocks_per_wave
    }

    /// Waves: ⌈grid blocks / blocks of a wave⌉, at least 1.
    pub const fn count(self) -> u64 {
        self.grid_blocks.div_ceil(self.blocks_per_wave)
    }

    /// Blocks of the last wave: from 1 to a full wave.
    pub const fn last_wave_blocks(self) -> u64 {
        // A grid has at least one block, and the full waves before the last have fewer blocks than the grid.
        let before = self.count().saturating_sub(1);
        self.grid_blocks
            .saturating_sub(before.saturating_mul(self.blocks_per_wave))
    }

    /// Blocks of the last wave over blocks of a full wave.
    pub const fn last_wave_utilization(self) -> Ratio {
        Ratio::of(self.last_wave_blocks(), self.blocks_per_wave)
    }

    /// Blocks of the grid over the blocks of as many full waves.
    pub const fn tail_efficiency(self) -> Ratio {
        // The blocks of one wave are below 2^64, and those of several are less than twice the grid's 2^63.
        Ratio::of(self.grid_blocks, self.full_waves_above())
    }

    /// The blocks of the full waves that the grid fills; `None` if it is smaller than one wave.
    pub const fn full_waves_below(self) -> Option<u64> {
        match self.grid_blocks.checked_rem(self.blocks_per_wave) {
            Some(over) if over < self.grid_blocks => Some(self.grid_blocks.saturating_sub(over)),
            _ => None,
        }
    }

    /// The blocks of the fewest full waves that hold the grid.
    pub const fn full_waves_above(self) -> u64 {
        self.count().saturating_mul(self.blocks_per_wave)
    }
}
