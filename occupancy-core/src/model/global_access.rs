//! Coalescing: how many sectors a warp's access to global memory moves.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "places in lists of 64, and sums of at most 32 addresses below 2^38"
)]

use super::AccessError;
use super::lanes::Lanes;
use crate::text::Ratio;

/// Bytes of a sector.
const SECTOR: u32 = 32;

/// The most sectors of one access: each lane's bytes are aligned, and lie in one.
const MOST: usize = 32;

/// One access of a warp to global memory: the byte address of each lane.
///
/// # Model
///
/// Global memory moves in sectors of 32 bytes that begin at multiples of 32. An access moves each sector
/// that contains a lane's bytes, once.
///
/// Source: CUDA C++ Best Practices Guide 13.0, Coalesced Access to Global Memory: from compute capability 6.0
/// on, as many transactions as 32-byte transactions are needed for all threads of the warp. Caches may hold a
/// sector already, or fetch its neighbours; the model ignores both.
///
/// ```
/// use occupancy_core::model::GlobalAccess;
///
/// // Consecutive floats, and the same from the second one on.
/// let floats = GlobalAccess::strided(4, 4)?;
/// assert_eq!((floats.sectors(), floats.efficiency().to_string().as_str()), (4, "100 %"));
/// assert_eq!(floats.at(4)?.sectors(), 5);
///
/// // A column of a matrix of floats: 4 bytes of each sector are used.
/// let column = GlobalAccess::strided(1024 * 4, 4)?;
/// assert_eq!((column.sectors(), column.efficiency().to_string().as_str()), (32, "12.5 %"));
/// # Ok::<(), occupancy_core::model::AccessError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GlobalAccess {
    lanes: Lanes,
}

impl GlobalAccess {
    /// Lane `i` accesses `access_bytes` bytes at `i × stride`: consecutive elements if the stride is their
    /// size, or one field of consecutive structs, or a column of a matrix.
    ///
    /// # Errors
    ///
    /// [`AccessError`] if `access_bytes` is not 1, 2, 4, 8 or 16, or if `stride` is not a multiple of it.
    pub const fn strided(stride: u32, access_bytes: u32) -> Result<Self, AccessError> {
        Self::of(Lanes::strided(stride, access_bytes))
    }

    /// Consecutive lanes access consecutive elements of a row, `lanes_per_row` of each, and then go on in the
    /// next one, `row_bytes` bytes further.
    ///
    /// # Errors
    ///
    /// [`AccessError`] as for [`strided`](Self::strided), if a row has not 1 to 32 lanes, or if a row is
    /// shorter than what its lanes access.
    ///
    /// ```
    /// use occupancy_core::model::GlobalAccess;
    ///
    /// // A block of 4 × 64 threads: a warp takes 8 rows of 16 bytes, which are half a sector each.
    /// let narrow = GlobalAccess::rows(4, 4096, 4)?;
    /// assert_eq!((narrow.sectors(), narrow.efficiency().to_string().as_str()), (8, "50 %"));
    /// # Ok::<(), occupancy_core::model::AccessError>(())
    /// ```
    pub const fn rows(
        lanes_per_row: u32,
        row_bytes: u32,
        access_bytes: u32,
    ) -> Result<Self, AccessError> {
        Self::of(Lanes::rows(lanes_per_row, row_bytes, access_bytes))
    }

    const fn of(lanes: Result<Lanes, AccessError>) -> Result<Self, AccessError> {
        match lanes {
            Ok(lanes) => Ok(Self { lanes }),
            Err(error) => Err(error),
        }
    }

    /// Moves the access `base` bytes behind a multiple of 32. `cudaMalloc` returns such multiples.
    ///
    /// # Errors
    ///
    /// [`AccessError::Alignment`] if `base` is not a multiple of the bytes that a lane accesses.
    pub const fn at(self, base: u32) -> Result<Self, AccessError> {
        Self::of(self.lanes.at(base))
    }

    /// Keeps only the first `lanes` lanes.
    ///
    /// # Errors
    ///
    /// [`AccessError::Lanes`] if `lanes` is not 1 to 32.
    pub const fn with_lanes(self, lanes: u32) -> Result<Self, AccessError> {
        Self::of(self.lanes.with_active(lanes))
    }

    /// The byte address that `lane` accesses; `None` if the lane takes no part.
    pub const fn address(self, lane: u32) -> Option<u64> {
        if lane < self.lanes.active() {
            Some(self.lanes.address(lane))
        } else {
            None
        }
    }

    /// Sectors that the access moves.
    ///
    /// Nsight Compute shows them as sectors per request,
    /// `l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio`.
    pub const fn sectors(self) -> u32 {
        self.different(SECTOR)
    }

    /// Sectors that the same bytes would take side by side.
    pub const fn least_sectors(self) -> u32 {
        self.used_bytes().div_ceil(SECTOR)
    }

    /// Different bytes that the lanes access; bytes that several lanes access count once.
    pub const fn used_bytes(self) -> u32 {
        self.different(self.lanes.access_bytes()) * self.lanes.access_bytes()
    }

    /// The bytes that the lanes access over the bytes that are moved.
    pub const fn efficiency(self) -> Ratio {
        Ratio::of(
            self.used_bytes() as u64,
            self.sectors() as u64 * SECTOR as u64,
        )
    }

    /// Different pieces of `bytes` bytes that lanes begin in.
    const fn different(self, bytes: u32) -> u32 {
        let mut pieces = [0_u64; MOST];
        let mut known = 0;
        let mut lane = 0;
        while lane < self.lanes.active() {
            let piece = match bytes {
                0 => 0,
                _ => self.lanes.address(lane) / bytes as u64,
            };
            let mut i = 0;
            while i < known && pieces[i] != piece {
                i += 1;
            }
            if i == known {
                pieces[known] = piece;
                known += 1;
            }
            lane += 1;
        }
        #[allow(clippy::cast_possible_truncation, reason = "at most 32")]
        let known = known as u32;
        known
    }
}
