//! Bank conflicts: how many wavefronts a warp's access to shared memory takes.

// Banks and lanes are below 32, and so are the indices into lists of both.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "places in lists of 32, and sums of at most 32 addresses below 2^38"
)]

mod conflict;
mod padding;

pub use self::conflict::BankConflict;
pub use self::padding::Padding;
use super::lanes::Lanes;
use super::{AccessError, Swizzle};
use crate::text::Text;

/// Banks of shared memory, each a 4-byte word wide.
///
/// Source: CUDA C++ Programming Guide 13.0, Shared Memory of Compute Capability 5.x and later: 32 banks,
/// successive 32-bit words in successive banks.
const BANKS: u32 = 32;

/// Bytes of a bank's word, and of the words of all banks.
const WORD: u32 = 4;
const ROUND: u32 = BANKS * WORD;

/// One access of a warp to shared memory: the byte address of each lane.
///
/// # Model
///
/// Shared memory has 32 banks of one 4-byte word; word `n` is in bank `n mod 32`. A bank gives one of its words
/// in one wavefront, to every lane that asks for it. So an access takes as many wavefronts as its lanes want
/// *different* words from the busiest bank. An access of 8 bytes per lane takes two phases of 16 lanes, an
/// access of 16 bytes four phases of 8, and the wavefronts of the phases add up.
///
/// Source: CUDA C++ Programming Guide 13.0, Shared Memory of Compute Capability 5.x, for 4 bytes. NVIDIA does
/// not document which lanes share a phase of wider accesses. The phases here were measured; on 7.0 to 7.5, some
/// pairs of lanes with equal addresses take fewer (NVIDIA's developer forum, 77228).
///
/// # Examples
///
/// ```
/// use occupancy_core::model::SharedAccess;
///
/// // A column of `float tile[32][32]`: each lane in a row of 128 bytes.
/// let column = SharedAccess::strided(32 * 4, 4)?;
/// assert_eq!((column.wavefronts(), column.least_wavefronts()), (32, 1));
///
/// // One more float in each row, and all 32 words are in different banks.
/// assert_eq!(column.padding().unwrap().bytes(), 4);
/// const _: () = match SharedAccess::strided(33 * 4, 4) {
///     Ok(column) => column.assert_conflict_free(),
///     Err(_) => panic!("not an access"),
/// };
/// # Ok::<(), occupancy_core::model::AccessError>(())
/// ```
///
/// An access with conflicts does not compile, and the message names them:
///
/// ```compile_fail
/// use occupancy_core::model::SharedAccess;
///
/// const COLUMN: SharedAccess = match SharedAccess::strided(32 * 4, 4) {
///     Ok(column) => column,
///     Err(_) => panic!("not an access"),
/// };
/// const _: () = COLUMN.assert_conflict_free();
/// ```
///
/// ```text
/// error[E0080]: evaluation panicked: 32-way bank conflict: lanes 0, 1, 2, 3 and 28 more access 32 words of bank 0
///
///     the access takes 32 wavefronts, and 1 without conflicts
///
///     help: 4 bytes of padding in each row, 132 bytes instead of 128, or the swizzle <5,2,5>
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SharedAccess {
    lanes: Lanes,
    swizzle: Option<Swizzle>,
}

impl SharedAccess {
    /// Lane `i` accesses `access_bytes` bytes at `i × stride`: a column of a tile whose rows are `stride` bytes
    /// apart, or consecutive elements if the stride is their size. A stride of 0 is one address for all.
    ///
    /// # Errors
    ///
    /// [`AccessError`] if `access_bytes` is not 1, 2, 4, 8 or 16, or if `stride` is not a multiple of it.
    pub const fn strided(stride: u32, access_bytes: u32) -> Result<Self, AccessError> {
        Self::of(Lanes::strided(stride, access_bytes))
    }

    /// Consecutive lanes access consecutive elements of a row, `lanes_per_row` of each, and then go on in the
    /// next one: `tile[threadIdx.y][threadIdx.x]` with a block that is `lanes_per_row` threads wide.
    ///
    /// # Errors
    ///
    /// [`AccessError`] as for [`strided`](Self::strided), if a row has not 1 to 32 lanes, or if a row is
    /// shorter than what its lanes access.
    ///
    /// ```
    /// use occupancy_core::model::SharedAccess;
    ///
    /// // A block of 16 × 16 threads: a warp reads two rows. Rows of 32 floats put both in the same banks.
    /// assert_eq!(SharedAccess::rows(16, 32 * 4, 4)?.wavefronts(), 2);
    /// assert_eq!(SharedAccess::rows(16, 16 * 4, 4)?.wavefronts(), 1);
    /// # Ok::<(), occupancy_core::model::AccessError>(())
    /// ```
    pub const fn rows(
        lanes_per_row: u32,
        row_bytes: u32,
        access_bytes: u32,
    ) -> Result<Self, AccessError> {
        Self::of(Lanes::rows(lanes_per_row, row_bytes, access_bytes))
    }

    /// Consecutive lanes access consecutive rows of a column, `lanes_per_column` of them, and then go on in
    /// the next column: `tile[threadIdx.x][threadIdx.y]` with a block that is `lanes_per_column` threads wide.
    ///
    /// # Errors
    ///
    /// [`AccessError`] as for [`rows`](Self::rows).
    ///
    /// ```
    /// use occupancy_core::model::SharedAccess;
    ///
    /// // A block of 16 × 16 threads reads its tile transposed.
    /// let transposed = SharedAccess::columns(16, 16 * 4, 4)?;
    /// assert_eq!(transposed.wavefronts(), 8);
    /// assert_eq!(transposed.padding().unwrap().bytes(), 8);
    /// # Ok::<(), occupancy_core::model::AccessError>(())
    /// ```
    pub const fn columns(
        lanes_per_column: u32,
        row_bytes: u32,
        access_bytes: u32,
    ) -> Result<Self, AccessError> {
        Self::of(Lanes::columns(lanes_per_column, row_bytes, access_bytes))
    }

    const fn of(lanes: Result<Lanes, AccessError>) -> Result<Self, AccessError> {
        match lanes {
            Ok(lanes) => Ok(Self {
                lanes,
                swizzle: None,
            }),
            Err(error) => Err(error),
        }
    }

    /// Moves the access to byte `base` of shared memory.
    ///
    /// # Errors
    ///
    /// [`AccessError::Alignment`] if `base` is not a multiple of the bytes that a lane accesses.
    pub const fn at(self, base: u32) -> Result<Self, AccessError> {
        match self.lanes.at(base) {
            Ok(lanes) => Ok(Self { lanes, ..self }),
            Err(error) => Err(error),
        }
    }

    /// Keeps only the first `lanes` lanes.
    ///
    /// # Errors
    ///
    /// [`AccessError::Lanes`] if `lanes` is not 1 to 32.
    pub const fn with_lanes(self, lanes: u32) -> Result<Self, AccessError> {
        match self.lanes.with_active(lanes) {
            Ok(lanes) => Ok(Self { lanes, ..self }),
            Err(error) => Err(error),
        }
    }

    /// Swizzles the addresses. The tile begins where the swizzle does: at a multiple of
    /// `2^(base + bits + shift)` bytes.
    ///
    /// # Errors
    ///
    /// [`AccessError::Swizzle`] if the swizzle changes bits within one lane's access.
    ///
    /// ```
    /// use occupancy_core::model::{SharedAccess, Swizzle};
    ///
    /// let column = SharedAccess::strided(32 * 4, 4)?;
    /// let swizzle = Swizzle::of_elements(5, 0, 5, 4).unwrap();
    /// assert_eq!(column.with_swizzle(swizzle)?.wavefronts(), 1);
    /// # Ok::<(), occupancy_core::model::AccessError>(())
    /// ```
    pub const fn with_swizzle(self, swizzle: Swizzle) -> Result<Self, AccessError> {
        let access_bytes = self.lanes.access_bytes();
        if swizzle.base() < access_bytes.trailing_zeros() {
            return Err(AccessError::Swizzle {
                swizzle,
                access_bytes,
            });
        }
        Ok(Self {
            swizzle: Some(swizzle),
            ..self
        })
    }

    /// The byte address that `lane` accesses; `None` if the lane takes no part.
    pub const fn address(self, lane: u32) -> Option<u64> {
        if lane >= self.lanes.active() {
            return None;
        }
        let address = self.lanes.address(lane);
        Some(match self.swizzle {
            Some(swizzle) => swizzle.apply(address),
            None => address,
        })
    }

    /// The bank of the first word that `lane` accesses; `None` if the lane takes no part.
    ///
    /// ```
    /// use occupancy_core::model::SharedAccess;
    ///
    /// let column = SharedAccess::strided(33 * 4, 4)?;
    /// assert_eq!((column.bank(3), column.bank(32)), (Some(3), None));
    /// # Ok::<(), occupancy_core::model::AccessError>(())
    /// ```
    pub const fn bank(self, lane: u32) -> Option<u32> {
        match self.address(lane) {
            Some(address) => Some(bank_of(address / WORD as u64)),
            None => None,
        }
    }

    /// Neighbouring banks that each lane accesses: 1, or 2 and 4 for 8 and 16 bytes.
    pub const fn banks_per_lane(self) -> u32 {
        self.lanes.access_bytes().div_ceil(WORD)
    }

    /// Wavefronts that the access takes.
    ///
    /// Nsight Compute counts them in `l1tex__data_pipe_lsu_wavefronts_mem_shared`.
    pub const fn wavefronts(self) -> u32 {
        let mut wavefronts = 0;
        let mut first = 0;
        while first < self.lanes.active() {
            wavefronts += self.phase(first).most;
            first += self.lanes_per_phase();
        }
        wavefronts
    }

    /// Wavefronts that it would take without conflicts: one per phase.
    ///
    /// Lanes that access the same words never make it fewer.
    pub const fn least_wavefronts(self) -> u32 {
        self.lanes.active().div_ceil(self.lanes_per_phase())
    }

    /// The degree of its worst conflict: the most words of one bank that one phase accesses. 1 means no
    /// conflict.
    pub const fn degree(self) -> u32 {
        self.worst().1.most
    }

    /// Whether no phase accesses two words of one bank.
    pub const fn is_conflict_free(self) -> bool {
        self.degree() == 1
    }

    /// The bank with the worst conflict, and the lanes that meet there; `None` if there is no conflict.
    ///
    /// ```
    /// use occupancy_core::model::SharedAccess;
    ///
    /// // Every second word: lanes 0 and 16 meet in bank 0.
    /// let conflict = SharedAccess::strided(8, 4)?.conflict().unwrap();
    /// assert_eq!((conflict.bank(), conflict.words()), (0, 2));
    /// assert!(conflict.lanes().eq([0, 16]));
    /// # Ok::<(), occupancy_core::model::AccessError>(())
    /// ```
    pub const fn conflict(self) -> Option<BankConflict> {
        let (first, phase) = self.worst();
        if phase.most == 1 {
            return None;
        }
        let mut lanes = 0_u32;
        let mut lane = first;
        while lane < self.end_of_phase(first) {
            let mut word = 0;
            while word < self.banks_per_lane() {
                if bank_of(self.word(lane, word)) == phase.bank {
                    lanes |= 1 << lane;
                }
                word += 1;
            }
            lane += 1;
        }
        Some(BankConflict {
            bank: phase.bank,
            words: phase.most,
            lanes,
        })
    }

    /// Fails the build, where it is evaluated in a constant, if the access has bank conflicts.
    ///
    /// # Panics
    ///
    /// Panics if two words of a phase are in one bank, with the bank, the lanes that meet there, the
    /// wavefronts, and the padding and the swizzle that leave no conflict.
    #[allow(clippy::panic, reason = "a failed build is what it is for")]
    pub const fn assert_conflict_free(self) {
        if let Some(conflict) = self.conflict() {
            panic!("{}", self.worded(&conflict).as_str());
        }
    }

    const fn worded(self, conflict: &BankConflict) -> Text<512> {
        let mut text = Text::new();
        let out = text
            .number(conflict.words as u64)
            .text("-way bank conflict: ");
        let out = conflict
            .listed(out)
            .text(" access ")
            .number(conflict.words as u64)
            .text(" words of bank ")
            .number(conflict.bank as u64)
            .text("\n\n    the access takes ")
            .counted(self.wavefronts() as u64, "wavefront")
            .text(", and ")
            .number(self.least_wavefronts() as u64)
            .text(" without conflicts");
        let (padding, swizzle) = (self.padding(), self.swizzle_needed());
        if padding.is_none() && swizzle.is_none() {
            return text;
        }
        let mut out = out.text("\n\n    help: ");
        if let Some(padding) = padding {
            let row_bytes = self.lanes.row_bytes() as u64;
            out = out
                .counted(padding.bytes as u64, "byte")
                .text(" of padding in each row, ")
                .grouped(row_bytes + padding.bytes as u64)
                .text(" bytes instead of ")
                .grouped(row_bytes);
            if swizzle.is_some() {
                out = out.text(", or ");
            }
        }
        if let Some(swizzle) = swizzle {
            out.text("the swizzle <")
                .number(swizzle.bits() as u64)
                .text(",")
                .number(swizzle.base() as u64)
                .text(",")
                .number(swizzle.shift() as u64)
                .text(">");
        }
        text
    }

    /// The first lane of the phase with the worst conflict, and that conflict.
    const fn worst(self) -> (u32, Phase) {
        let mut worst = (0, self.phase(0));
        let mut first = self.lanes_per_phase();
        while first < self.lanes.active() {
            let phase = self.phase(first);
            if phase.most > worst.1.most {
                worst = (first, phase);
            }
            first += self.lanes_per_phase();
        }
        worst
    }

    /// The phase that begins with lane `first`.
    const fn phase(self, first: u32) -> Phase {
        let mut words = [0_u64; BANKS as usize];
        let mut known = 0;
        let mut of_bank = [0_u32; BANKS as usize];
        let mut phase = Phase { bank: 0, most: 0 };
        let mut lane = first;
        while lane < self.end_of_phase(first) {
            let mut part = 0;
            while part < self.banks_per_lane() {
                let word = self.word(lane, part);
                if !contains(&words, known, word) {
                    words[known] = word;
                    known += 1;
                    let bank = bank_of(word);
                    of_bank[bank as usize] += 1;
                    if of_bank[bank as usize] > phase.most {
                        phase = Phase {
                            bank,
                            most: of_bank[bank as usize],
                        };
                    }
                }
                part += 1;
            }
            lane += 1;
        }
        phase
    }

    /// The word of one `part` of a `lane`'s access.
    const fn word(self, lane: u32, part: u32) -> u64 {
        match self.address(lane) {
            Some(address) => address / WORD as u64 + part as u64,
            None => 0,
        }
    }

    const fn lanes_per_phase(self) -> u32 {
        BANKS >> self.banks_per_lane().trailing_zeros()
    }

    const fn end_of_phase(self, first: u32) -> u32 {
        let end = first + self.lanes_per_phase();
        if end < self.lanes.active() {
            end
        } else {
            self.lanes.active()
        }
    }
}

/// The bank with the most words of a phase.
#[derive(Clone, Copy)]
struct Phase {
    bank: u32,
    most: u32,
}

#[allow(clippy::cast_possible_truncation, reason = "below 32")]
const fn bank_of(word: u64) -> u32 {
    (word % BANKS as u64) as u32
}

/// Whether `word` is one of the first `known` of `words`.
const fn contains(words: &[u64; BANKS as usize], known: usize, word: u64) -> bool {
    let mut i = 0;
    while i < known {
        if words[i] == word {
            return true;
        }
        i += 1;
    }
    false
}
