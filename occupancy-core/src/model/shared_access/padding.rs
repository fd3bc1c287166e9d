//! What leaves no conflict: padding of each row, or a swizzle.

use super::{ROUND, SharedAccess, WORD};
use crate::model::Swizzle;

/// Bytes that are added to each row of a tile in shared memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Padding {
    pub(super) bytes: u32,
    wavefronts: u32,
}

impl Padding {
    /// Bytes that are added to each row.
    pub const fn bytes(self) -> u32 {
        self.bytes
    }

    /// Wavefronts that the access takes with it.
    pub const fn wavefronts(self) -> u32 {
        self.wavefronts
    }

    /// The shared memory that it adds to a tile of `rows` rows, bytes.
    pub const fn bytes_of(self, rows: u32) -> u64 {
        self.bytes as u64 * rows as u64
    }
}

impl SharedAccess {
    /// The least padding of each row that leaves no conflict; `None` if none does.
    ///
    /// ```
    /// use occupancy_core::model::SharedAccess;
    ///
    /// // A column of `half tile[32][32]`: one more half.
    /// let column = SharedAccess::strided(32 * 2, 2)?;
    /// assert_eq!((column.wavefronts(), column.padding().unwrap().bytes()), (16, 2));
    /// # Ok::<(), occupancy_core::model::AccessError>(())
    /// ```
    pub const fn padding(self) -> Option<Padding> {
        match self.aligned_padding(self.lanes.access_bytes()) {
            Some(padding) if padding.wavefronts == self.least_wavefronts() => Some(padding),
            _ => None,
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
    /// use occupancy_core::model::SharedAccess;
    ///
    /// let column = SharedAccess::strided(32 * 4, 4)?;
    /// let padding = column.aligned_padding(16).unwrap();
    /// assert_eq!((padding.bytes(), padding.wavefronts()), (16, 4));
    /// assert_eq!(padding.bytes_of(32), 512);
    /// # Ok::<(), occupancy_core::model::AccessError>(())
    /// ```
    pub const fn aligned_padding(self, alignment: u32) -> Option<Padding> {
        if !alignment.is_power_of_two() {
            return None;
        }
        let step = if alignment > self.lanes.access_bytes() {
            alignment
        } else {
            self.lanes.access_bytes()
        };
        let row_bytes = self.lanes.row_bytes();
        let Some(mut padded) = row_bytes.checked_next_multiple_of(step) else {
            return None;
        };
        // Banks repeat after 128 bytes: no longer row has fewer conflicts.
        let end = padded.saturating_add(ROUND);
        let mut best: Option<Padding> = None;
        while padded < end {
            let access = Self {
                lanes: self.lanes.with_row_bytes(padded),
                ..self
            };
            let wavefronts = access.wavefronts();
            match best {
                Some(best) if best.wavefronts <= wavefronts => {}
                _ => {
                    best = Some(Padding {
                        bytes: padded - row_bytes,
                        wavefronts,
                    });
                }
            }
            if wavefronts == self.least_wavefronts() {
                break;
            }
            padded = match padded.checked_add(step) {
                Some(longer) => longer,
                None => break,
            };
        }
        best
    }

    /// The swizzle with the fewest bits that leaves no conflict, without padding; `None` if none does. Of several, it
    /// is the one with the lowest base, then the least shift.
    ///
    /// It moves nothing out of its 128 bytes, and moves all of them in the same way. So an access to
    /// consecutive elements of one row stays free of conflicts.
    ///
    /// ```
    /// use occupancy_core::model::{SharedAccess, Swizzle};
    ///
    /// let column = SharedAccess::strided(32 * 4, 4)?;
    /// assert_eq!(column.swizzle_needed(), Swizzle::new(5, 2, 5));
    /// assert_eq!(SharedAccess::strided(4, 4)?.swizzle_needed(), None);
    ///
    /// // The second half of a row of 128 bytes is free for the other half of the warp.
    /// assert_eq!(SharedAccess::rows(16, 32 * 4, 4)?.swizzle_needed(), Swizzle::new(1, 6, 1));
    /// # Ok::<(), occupancy_core::model::AccessError>(())
    /// ```
    pub const fn swizzle_needed(self) -> Option<Swizzle> {
        if self.is_conflict_free() {
            return None;
        }
        let lowest = if self.lanes.access_bytes() > WORD {
            self.lanes.access_bytes().trailing_zeros()
        } else {
            WORD.trailing_zeros()
        };
        // Bits within 128 bytes, by bits above them.
        let above = ROUND.trailing_zeros();
        let end = u64::BITS - self.highest_address().leading_zeros();
        let mut bits = 1;
        while lowest + bits <= above {
            let mut base = lowest;
            while base + bits <= above {
                let mut shift = if bits > above - base {
                    bits
                } else {
                    above - base
                };
                // Above the highest address, there is no bit to read.
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

    /// The highest address of a lane, before a swizzle.
    const fn highest_address(self) -> u64 {
        let (mut highest, mut lane) = (0, 0);
        while lane < self.lanes.active() {
            let address = self.lanes.address(lane);
            if address > highest {
                highest = address;
            }
            lane += 1;
        }
        highest
    }
}
