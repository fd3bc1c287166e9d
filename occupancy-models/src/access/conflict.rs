//! Bank conflicts: where lanes meet, and the padding or the swizzle that separates them.

#![allow(
    clippy::cast_possible_truncation,
    reason = "banks and lanes, all below 128"
)]

use occupancy_core::gpu::nvidia::WARP_SIZE;
use occupancy_core::text::Text;

use super::{Access, is_first};
use crate::swizzle::Swizzle;

/// Bytes of a bank's word, and of the words of all 32 banks.
///
/// Source: CUDA C++ Programming Guide 13.0, Shared Memory of Compute Capability 5.x and later: 32 banks,
/// successive 32-bit words in successive banks.
const WORD: u32 = 4;
const ROUND: u32 = 32 * WORD;

/// The longest padding to look for, bytes: more than the shared memory of any SM.
const MOST: u32 = 1 << 18;

/// Lanes of a warp that access different words of one bank in the same phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BankConflict {
    /// The bank, 0 to 31; the first of several that conflict alike.
    pub bank: u32,
    /// Different words of the bank that the phase accesses, and so its wavefronts: at least 2.
    pub words: u32,
    /// The lanes that access one of those words, a bit each: bit 0 is lane 0.
    pub lanes: u32,
}

/// Bytes that are added to each row of a tile in shared memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Padding {
    /// Bytes that are added to each row.
    pub bytes: u32,
    /// Wavefronts that the access takes with it.
    pub wavefronts: u32,
}

impl Access {
    /// The bank of shared memory with the first word that `lane`, 0 to 31, accesses.
    ///
    /// ```
    /// use occupancy_models::Access;
    ///
    /// assert_eq!(Access::strided(33 * 4, 4)?.bank(3), 3);
    /// # Ok::<(), occupancy_models::Error>(())
    /// ```
    pub const fn bank(self, lane: u32) -> u32 {
        (self.address(lane) % ROUND as u64) as u32 / WORD
    }

    const fn lanes_per_phase(self) -> u32 {
        WARP_SIZE / self.least_wavefronts()
    }

    /// Wavefronts that the access to shared memory takes.
    ///
    /// Nsight Compute counts them in `l1tex__data_pipe_lsu_wavefronts_mem_shared`.
    pub const fn wavefronts(self) -> u32 {
        self.phases().0
    }

    /// Wavefronts that it would take without conflicts: one per phase.
    ///
    /// Lanes that access the same words never make it fewer.
    pub const fn least_wavefronts(self) -> u32 {
        // As many as the neighbouring banks that each lane accesses.
        self.bytes_per_lane.div_ceil(WORD)
    }

    /// Returns `true` if no phase accesses two words of one bank.
    pub const fn is_conflict_free(self) -> bool {
        self.wavefronts() == self.least_wavefronts()
    }

    /// The bank with the worst conflict, and the lanes that meet there; `None` if there is no conflict.
    ///
    /// ```
    /// use occupancy_models::Access;
    ///
    /// // Every second word: lanes 0 and 16 meet in bank 0.
    /// let conflict = Access::strided(8, 4)?.conflict().unwrap();
    /// assert_eq!((conflict.bank, conflict.words), (0, 2));
    /// assert_eq!(conflict.lanes, 1 << 0 | 1 << 16);
    /// # Ok::<(), occupancy_models::Error>(())
    /// ```
    pub const fn conflict(self) -> Option<BankConflict> {
        let (_, worst) = self.phases();
        if worst.words > 1 { Some(worst) } else { None }
    }

    /// The wavefronts of all phases, and the busiest bank of the worst one.
    const fn phases(self) -> (u32, BankConflict) {
        let mut worst = self.phase(0);
        let (mut wavefronts, mut first) = (worst.words, self.lanes_per_phase());
        while first < WARP_SIZE {
            let phase = self.phase(first);
            wavefronts += phase.words;
            if phase.words > worst.words {
                worst = phase;
            }
            first += self.lanes_per_phase();
        }
        (wavefronts, worst)
    }

    /// The busiest bank of the phase that begins with lane `first`.
    ///
    /// Accesses are aligned: two of them are in the same banks or in none together, so what counts is the place of
    /// a lane's whole words among those of all banks.
    const fn phase(self, first: u32) -> BankConflict {
        let places = self.lanes_per_phase();
        let width = ROUND / places;
        let pieces = self.pieces(width);
        let (mut words, mut lanes) = ([0_u32; 32], [0_u32; 32]);
        let (mut busiest, mut lane) = (0, first);
        while lane < first + places {
            let place = (pieces[lane as usize] % places as u64) as usize;
            lanes[place] |= 1 << lane;
            if is_first(&pieces, first, lane) {
                words[place] += 1;
            }
            if words[place] > words[busiest] {
                busiest = place;
            }
            lane += 1;
        }
        BankConflict {
            bank: busiest as u32 * self.least_wavefronts(),
            words: words[busiest],
            lanes: lanes[busiest],
        }
    }

    /// The padding that makes each row a multiple of `alignment` bytes and leaves the fewest wavefronts; the
    /// least such padding. `None` if `alignment` is not a power of two, or rows become longer than 32 bits
    /// hold.
    ///
    /// Asynchronous copies and accesses of 16 bytes per lane need rows that begin at multiples of 16. Such
    /// rows cannot be free of conflicts for every other access:
    ///
    /// ```
    /// use occupancy_models::{Access, Padding};
    ///
    /// // A column of `half tile[32][32]`: one more half.
    /// let column = Access::strided(32 * 2, 2)?;
    /// assert_eq!(column.wavefronts(), 16);
    /// assert_eq!(column.padding(2), Some(Padding { bytes: 2, wavefronts: 1 }));
    /// assert_eq!(column.padding(16), Some(Padding { bytes: 16, wavefronts: 4 }));
    /// # Ok::<(), occupancy_models::Error>(())
    /// ```
    pub const fn padding(self, alignment: u32) -> Option<Padding> {
        if !alignment.is_power_of_two() {
            return None;
        }
        let step = if alignment > self.bytes_per_lane {
            alignment
        } else {
            self.bytes_per_lane
        };
        let Some(mut row_bytes) = self.row_bytes.checked_next_multiple_of(step) else {
            return None;
        };
        // Banks repeat after 128 bytes, and a swizzle after those that it reads: no longer row has fewer conflicts.
        let mut repeats_after = ROUND;
        if let Some(swizzle) = self.swizzle {
            while repeats_after.ilog2() < swizzle.end() && repeats_after < MOST {
                repeats_after *= 2;
            }
        }
        let end = row_bytes.saturating_add(repeats_after);
        let mut best = Padding {
            bytes: row_bytes - self.row_bytes,
            wavefronts: Self { row_bytes, ..self }.wavefronts(),
        };
        while row_bytes < end && best.wavefronts > self.least_wavefronts() {
            let wavefronts = Self { row_bytes, ..self }.wavefronts();
            if wavefronts < best.wavefronts {
                let bytes = row_bytes - self.row_bytes;
                best = Padding { bytes, wavefronts };
            }
            row_bytes = row_bytes.saturating_add(step);
        }
        Some(best)
    }

    /// The swizzle with the fewest bits that leaves no conflict, without padding; `None` if none does. Of several, it
    /// is the one with the lowest base, then the least shift.
    ///
    /// It moves no byte out of its 128 bytes, and moves all bytes of those in the same way, so an access to
    /// consecutive elements of one row stays free of conflicts.
    ///
    /// ```
    /// use occupancy_models::{Access, Swizzle};
    ///
    /// let column = Access::strided(32 * 4, 4)?;
    /// assert_eq!(column.swizzle_needed(), Swizzle::new(5, 2, 5));
    /// assert_eq!(Access::strided(4, 4)?.swizzle_needed(), None);
    ///
    /// // The second half of a row of 128 bytes is free for the other half of the warp.
    /// assert_eq!(Access::rows(16, 32 * 4, 4)?.swizzle_needed(), Swizzle::new(1, 6, 1));
    /// # Ok::<(), occupancy_models::Error>(())
    /// ```
    pub const fn swizzle_needed(self) -> Option<Swizzle> {
        if self.is_conflict_free() {
            return None;
        }
        let lowest = (self.least_wavefronts() * WORD).trailing_zeros();
        // Bits within 128 bytes, by bits above them, up to the highest that differs between lanes.
        let above = ROUND.trailing_zeros();
        let highest = self.base as u64 + (self.row_bytes as u64 + WORD as u64) * WARP_SIZE as u64;
        let end = u64::BITS - highest.leading_zeros();
        let mut bits = 1;
        while lowest + bits <= above {
            let mut base = lowest;
            while base + bits <= above {
                let mut shift = above - base;
                while base + shift < end {
                    if let Some(swizzle) = Swizzle::new(bits, base, shift)
                        && let Ok(access) = self.with_swizzle(swizzle)
                        && access.is_conflict_free()
                    {
                        return Some(swizzle);
                    }
                    shift += 1;
                }
                base += 1;
            }
            bits += 1;
        }
        None
    }

    /// Fails the build, where it is evaluated in a constant, if the access has bank conflicts.
    ///
    /// # Panics
    ///
    /// Panics if two words of a phase are in one bank, with the bank, the lanes that meet there, the
    /// wavefronts, and the padding and the swizzle that leave no conflict.
    pub const fn assert_conflict_free(self) {
        if let Some(conflict) = self.conflict() {
            panic!("{}", self.message(conflict).as_str());
        }
    }

    /// The message for a conflict, with the padding and the swizzle that help.
    const fn message(self, conflict: BankConflict) -> Text<512> {
        let words = conflict.words as u64;
        let mut text = Text::new();
        text.number(words).text("-way bank conflict: lanes ");
        conflict.list_lanes(&mut text);
        text.text(" access ").number(words).text(" words of bank ");
        text.number(conflict.bank as u64);
        text.text("\n\n    the access takes ");
        text.counted(self.wavefronts() as u64, "wavefront");
        text.text(", and ").number(self.least_wavefronts() as u64);
        text.text(" without conflicts");
        let mut between = "\n\n    help: ";
        if let Some(Padding { bytes, wavefronts }) = self.padding(self.bytes_per_lane)
            && wavefronts == self.least_wavefronts()
        {
            let row_bytes = self.row_bytes as u64;
            text.text(between).counted(bytes as u64, "byte");
            text.text(" of padding in each row, ");
            text.grouped(row_bytes + bytes as u64);
            text.text(" bytes instead of ").grouped(row_bytes);
            between = ", or ";
        }
        if let Some(swizzle) = self.swizzle_needed() {
            text.text(between).text("the swizzle <");
            text.number(swizzle.bits() as u64).text(",");
            text.number(swizzle.base() as u64).text(",");
            text.number(swizzle.shift() as u64).text(">");
        }
        text
    }
}

impl BankConflict {
    /// Lists the lanes: `0, 4, 8, 12 and 4 more`.
    const fn list_lanes<const N: usize>(self, text: &mut Text<N>) {
        const LISTED: u32 = 4;
        let (mut left, mut written) = (self.lanes, 0);
        while left != 0 && written < LISTED {
            if written > 0 {
                let is_last = left.is_power_of_two();
                text.text(if is_last { " and " } else { ", " });
            }
            text.number(left.trailing_zeros() as u64);
            left &= left - 1;
            written += 1;
        }
        if left != 0 {
            let more = left.count_ones() as u64;
            text.text(" and ").number(more).text(" more");
        }
    }
}
