//! The registers of each warp group of a block after `setmaxnreg`.

use super::wide;
use crate::numbers::min;

/// The registers per thread of each warp group of a block, in order, after `setmaxnreg` has split those that the block
/// entered with. 0 is a warp group that is not stated.
///
/// A block launches with the same number of registers in every thread. Then producers give some back with
/// `setmaxnreg.dec`, and consumers take them with `setmaxnreg.inc`, which waits until the block's pool has enough: a
/// split into more registers than the pool has hangs. The split does not change how many blocks an SM holds.
///
/// Source: PTX ISA 9.0, `setmaxnreg`.
///
/// ```
/// use occupancy_core::{Kernel, kernel::WarpGroups};
///
/// let split = WarpGroups::new(&[24, 240, 240]).unwrap();
/// assert_eq!(split.as_slice(), [24, 240, 240]);
/// assert_eq!(split.registers(), Kernel::new((384, 1, 1), 168).registers_of_block());
/// // A block of 1,024 threads has 8 warp groups.
/// assert_eq!(WarpGroups::new(&[24; 9]), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[must_use]
pub struct WarpGroups([u32; Self::MOST]);

impl WarpGroups {
    /// Threads of a warp group: four warps in a row, the first of a rank that is a multiple of four.
    ///
    /// Source: PTX ISA 9.0, `wgmma`, warpgroup.
    pub const THREADS: u32 = 128;

    /// The most warp groups of a block, which has at most 1,024 threads.
    pub const MOST: usize = 8;

    /// Makes a split from the registers per thread of each warp group; `None` for more than [a block](Self::MOST) has.
    pub const fn new(registers: &[u32]) -> Option<Self> {
        let mut all = [0; Self::MOST];
        let (stated, _) = known!(all.split_at_mut_checked(registers.len()));
        stated.copy_from_slice(registers);
        Some(Self(all))
    }

    /// The registers per thread of each warp group.
    pub const fn as_slice(&self) -> &[u32] {
        let mut all = self.0.as_slice();
        while let [stated @ .., 0] = all {
            all = stated;
        }
        all
    }

    /// A bit for each number of registers that `setmaxnreg` takes: bit 2 for 24, and one for every multiple of 8 up to bit
    /// 31 for 256. 0 for any other number.
    #[doc(hidden)]
    pub const fn bit(registers: u32) -> u32 {
        match registers {
            24..=256 if registers.is_multiple_of(8) => 1 << (registers / 8).saturating_sub(1),
            _ => 0,
        }
    }

    /// The registers of all warp groups together.
    pub const fn registers(&self) -> u64 {
        let mut all = 0_u64;
        each!(self.as_slice(), |one| {
            all = all.saturating_add(wide(*one, Self::THREADS));
        });
        all
    }

    /// The split for a block of as many threads, with a number that `setmaxnreg` takes for each, and none over `most`. Further warp
    /// groups have the last number.
    pub(crate) const fn at_most(mut self, most: u32, threads: u64) -> Self {
        let groups = threads.div_ceil(Self::THREADS as u64);
        let (mut left, mut last): (&mut [u32], _) = (&mut self.0, 0);
        while let [place, others @ ..] = left {
            if *place != 0 {
                last = *place;
            }
            let is_there = (others.len() as u64).saturating_add(groups) >= Self::MOST as u64;
            *place = match min(last, most) & !7 {
                _ if !is_there => 0,
                0..24 => 24,
                taken => taken,
            };
            left = others;
        }
        self
    }
}
