//! Lanes that meet in one bank.

use crate::gpu::WARP_SIZE;
use crate::text::Text;

/// Lanes of a warp that access different words of one bank in the same phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BankConflict {
    pub(super) bank: u32,
    pub(super) words: u32,
    pub(super) lanes: u32,
}

impl BankConflict {
    /// The bank, 0 to 31.
    pub const fn bank(self) -> u32 {
        self.bank
    }

    /// Different words of the bank that the phase accesses, and so its wavefronts: at least 2.
    pub const fn words(self) -> u32 {
        self.words
    }

    /// The lanes that access them, from the lowest on.
    pub fn lanes(self) -> impl Iterator<Item = u32> {
        (0..WARP_SIZE).filter(move |&lane| self.has(lane))
    }

    const fn has(self, lane: u32) -> bool {
        self.lanes & (1 << lane) != 0
    }

    /// `lanes 0, 4, 8, 12 and 4 more`.
    pub(super) const fn listed<const N: usize>(self, mut out: &mut Text<N>) -> &mut Text<N> {
        const SHOWN: u32 = 4;
        let count = self.lanes.count_ones();
        out = out.text("lanes ");
        let (mut lane, mut written) = (0, 0);
        while lane < WARP_SIZE && written < SHOWN {
            if self.has(lane) {
                out = match written {
                    0 => out,
                    _ if written + 1 == count => out.text(" and "),
                    _ => out.text(", "),
                };
                out = out.number(lane as u64);
                written += 1;
            }
            lane += 1;
        }
        if count > SHOWN {
            out = out
                .text(" and ")
                .number((count - SHOWN) as u64)
                .text(" more");
        }
        out
    }
}
