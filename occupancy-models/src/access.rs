//! The addresses of a warp: the banks of shared memory where its lanes meet, and the sectors of global
//! memory that it moves.
//!
//! Everything is const: a build can check the addresses of its own kernels.

mod conflict;

use occupancy_core::{Ratio, gpu::nvidia::WARP_SIZE};
use occupancy_report::Metric;

pub use self::conflict::{BankConflict, Padding};
use crate::error::Error;
use crate::swizzle::Swizzle;

/// Bytes of a sector of global memory.
const SECTOR: u32 = 32;

/// One access of a warp to shared or to global memory: the byte address of each lane.
///
/// The warp and the memory are NVIDIA's: 32 lanes, 32 banks and sectors of 32 bytes. It says nothing of AMD's LDS and
/// wavefronts.
///
/// # Shared memory
///
/// Shared memory has 32 banks of one 4-byte word; word `n` is in bank `n mod 32`. A bank gives one of its words
/// in one wavefront, to every lane that asks for it. So an access takes as many [wavefronts](Self::wavefronts) as its
/// lanes want *different* words from the busiest bank. An access of 8 bytes per lane takes two phases of 16 lanes, an
/// access of 16 bytes four phases of 8, and the wavefronts of the phases add up.
///
/// Source: CUDA C++ Programming Guide 13.0, Shared Memory of Compute Capability 5.x, for 4 bytes. NVIDIA does
/// not document which lanes share a phase of wider accesses. The phases here were measured; on 7.0 to 7.5, some
/// pairs of lanes with equal addresses take fewer (NVIDIA's developer forum, 77228).
///
/// # Global memory
///
/// Global memory moves in sectors of 32 bytes that begin at multiples of 32. An access moves each
/// [sector](Self::sectors) that contains a lane's bytes, once.
///
/// Source: CUDA C++ Best Practices Guide 13.0, Coalesced Access to Global Memory: from compute capability 6.0
/// on, as many transactions as 32-byte transactions are needed for all threads of the warp. Caches may hold a
/// sector already, or fetch its neighbours; the model ignores both.
///
/// # Examples
///
/// ```
/// use occupancy_models::Access;
///
/// // A column of `float tile[32][32]`: each lane in a row of 128 bytes.
/// let column = Access::strided(32 * 4, 4)?;
/// assert_eq!((column.wavefronts(), column.least_wavefronts()), (32, 1));
///
/// // One more float in each row, and all 32 words are in different banks.
/// assert_eq!(column.padding(4).unwrap().bytes, 4);
/// const _: () = match Access::strided(33 * 4, 4) {
///     Ok(column) => column.assert_conflict_free(),
///     Err(_) => panic!("not an access"),
/// };
///
/// // In global memory, 4 bytes of each sector are used.
/// assert_eq!((column.sectors(), column.efficiency().to_string().as_str()), (32, "12.5 %"));
///
/// // Consecutive floats, and the same from the second one on.
/// let floats = Access::strided(4, 4)?;
/// assert_eq!((floats.sectors(), floats.efficiency().to_string().as_str()), (4, "100 %"));
/// assert_eq!(floats.at(4)?.sectors(), 5);
/// # Ok::<(), occupancy_models::Error>(())
/// ```
///
/// An access with bank conflicts does not compile where the build asserts that it has none, and the message names
/// them:
///
/// ```compile_fail
/// use occupancy_models::Access;
///
/// const COLUMN: Access = match Access::strided(32 * 4, 4) {
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    base: u32,
    /// Lanes of one row or column, 1 to 32: the next ones go on in the next row or column.
    lanes: u32,
    /// Set if consecutive lanes go down a column, and not along a row.
    is_column: bool,
    /// Bytes from one row to the next.
    row_bytes: u32,
    bytes_per_lane: u32,
    swizzle: Option<Swizzle>,
}

impl Access {
    /// Lane `i` accesses `access_bytes` bytes at `i × stride`: a column of a matrix whose rows are `stride` bytes
    /// apart, or one field of consecutive structs, or consecutive elements if the stride is their size. A stride
    /// of 0 is one address for all.
    ///
    /// # Errors
    ///
    /// [`Error::AccessSize`] if `access_bytes` is not 1, 2, 4, 8 or 16, [`Error::Alignment`] if `stride` is not a
    /// multiple of it.
    pub const fn strided(stride: u32, access_bytes: u32) -> Result<Self, Error> {
        if !matches!(access_bytes, 1 | 2 | 4 | 8 | 16) {
            return Err(Error::AccessSize(access_bytes));
        }
        let access = Self {
            base: 0,
            lanes: WARP_SIZE,
            is_column: true,
            row_bytes: stride,
            bytes_per_lane: access_bytes,
            swizzle: None,
        };
        access.aligned(stride)
    }

    /// Consecutive lanes access consecutive elements of a row, `lanes_per_row` of each, and then go on in the
    /// next one, `row_bytes` bytes further: `tile[threadIdx.y][threadIdx.x]` with a block that is `lanes_per_row`
    /// threads wide.
    ///
    /// # Errors
    ///
    /// Those of [`strided`](Self::strided); [`Error::Lanes`] if a row has not 1 to 32 lanes, and [`Error::Row`] if it
    /// is too short for its lanes.
    ///
    /// ```
    /// use occupancy_models::Access;
    ///
    /// // A block of 16 × 16 threads: a warp reads two rows. Rows of 32 floats put both in the same banks.
    /// assert_eq!(Access::rows(16, 32 * 4, 4)?.wavefronts(), 2);
    /// assert_eq!(Access::rows(16, 16 * 4, 4)?.wavefronts(), 1);
    ///
    /// // A block of 4 × 64 threads: a warp takes 8 rows of 16 bytes, which are half a sector each.
    /// let narrow = Access::rows(4, 4096, 4)?;
    /// assert_eq!((narrow.sectors(), narrow.efficiency().to_string().as_str()), (8, "50 %"));
    /// # Ok::<(), occupancy_models::Error>(())
    /// ```
    pub const fn rows(
        lanes_per_row: u32,
        row_bytes: u32,
        access_bytes: u32,
    ) -> Result<Self, Error> {
        Self::within_rows(lanes_per_row, false, row_bytes, access_bytes)
    }

    /// Consecutive lanes access consecutive rows of a column, `lanes_per_column` of them, and then go on in
    /// the next column: `tile[threadIdx.x][threadIdx.y]` with a block that is `lanes_per_column` threads wide.
    ///
    /// # Errors
    ///
    /// Those of [`rows`](Self::rows).
    ///
    /// ```
    /// use occupancy_models::Access;
    ///
    /// // A block of 16 × 16 threads reads its tile transposed.
    /// let transposed = Access::columns(16, 16 * 4, 4)?;
    /// assert_eq!(transposed.wavefronts(), 8);
    /// assert_eq!(transposed.padding(4).unwrap().bytes, 8);
    /// # Ok::<(), occupancy_models::Error>(())
    /// ```
    pub const fn columns(
        lanes_per_column: u32,
        row_bytes: u32,
        access_bytes: u32,
    ) -> Result<Self, Error> {
        Self::within_rows(lanes_per_column, true, row_bytes, access_bytes)
    }

    /// Lanes in rows or columns of `lanes` that hold their elements.
    const fn within_rows(
        lanes: u32,
        is_column: bool,
        row_bytes: u32,
        access_bytes: u32,
    ) -> Result<Self, Error> {
        if lanes == 0 || lanes > WARP_SIZE {
            return Err(Error::Lanes(lanes));
        }
        let access = match Self::strided(row_bytes, access_bytes) {
            Ok(access) => Self {
                lanes,
                is_column,
                ..access
            },
            Err(error) => return Err(error),
        };
        let elements = if is_column {
            WARP_SIZE.div_ceil(lanes)
        } else {
            lanes
        };
        if elements * access_bytes > row_bytes {
            return Err(Error::Row(row_bytes, elements, access_bytes));
        }
        Ok(access)
    }

    const fn aligned(self, bytes: u32) -> Result<Self, Error> {
        if bytes.is_multiple_of(self.bytes_per_lane) {
            return Ok(self);
        }
        Err(Error::Alignment(bytes, self.bytes_per_lane))
    }

    /// Moves the access to byte `base` of shared memory, or `base` bytes after a multiple of 32 of global memory:
    /// `cudaMalloc` returns such multiples.
    ///
    /// # Errors
    ///
    /// [`Error::Alignment`] if `base` is not a multiple of the bytes that a lane accesses.
    pub const fn at(self, base: u32) -> Result<Self, Error> {
        Self { base, ..self }.aligned(base)
    }

    /// Swizzles the addresses. The tile begins where the swizzle does: at a multiple of
    /// `2^(base + bits + shift)` bytes.
    ///
    /// # Errors
    ///
    /// [`Error::Swizzle`] if the swizzle changes bits within one lane's access.
    ///
    /// ```
    /// use occupancy_models::{Access, Swizzle};
    ///
    /// let column = Access::strided(32 * 4, 4)?;
    /// let swizzle = Swizzle::new(5, 2, 5).unwrap();
    /// assert_eq!(column.with_swizzle(swizzle)?.wavefronts(), 1);
    /// # Ok::<(), occupancy_models::Error>(())
    /// ```
    pub const fn with_swizzle(self, swizzle: Swizzle) -> Result<Self, Error> {
        if swizzle.base() < self.bytes_per_lane.trailing_zeros() {
            let (base, bytes) = (swizzle.base(), self.bytes_per_lane);
            return Err(Error::Swizzle(swizzle, base, bytes));
        }
        Ok(Self {
            swizzle: Some(swizzle),
            ..self
        })
    }

    /// The byte address that `lane`, 0 to 31, accesses.
    pub const fn address(self, lane: u32) -> u64 {
        let (row, column) = if self.is_column {
            (lane % self.lanes, lane / self.lanes)
        } else {
            (lane / self.lanes, lane % self.lanes)
        };
        let address = self.base as u64
            + row as u64 * self.row_bytes as u64
            + column as u64 * self.bytes_per_lane as u64;
        match self.swizzle {
            Some(swizzle) => swizzle.apply(address),
            None => address,
        }
    }

    /// The piece of `bytes` bytes in which each lane begins.
    const fn pieces(self, bytes: u32) -> [u64; 32] {
        let (mut pieces, mut lane) = ([0; 32], 0);
        while lane < WARP_SIZE {
            pieces[lane as usize] = self.address(lane) / bytes as u64;
            lane += 1;
        }
        pieces
    }

    /// The number of pieces of `bytes` bytes in which lanes begin.
    const fn different(self, bytes: u32) -> u32 {
        let pieces = self.pieces(bytes);
        let (mut different, mut lane) = (0, 0);
        while lane < WARP_SIZE {
            if is_first(&pieces, 0, lane) {
                different += 1;
            }
            lane += 1;
        }
        different
    }

    /// Sectors of global memory that the access moves.
    ///
    /// Nsight Compute shows them as sectors per request,
    /// `l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio`.
    pub const fn sectors(self) -> u32 {
        self.different(SECTOR)
    }

    /// The metrics of Nsight Compute for a kernel whose loads of global memory are all like this one. Of stores, their
    /// names have `st` in the place of `ld`.
    ///
    /// They follow from the addresses of a full warp, and so from the code alone. Hit rates do not: they depend on the
    /// other warps.
    ///
    /// ```
    /// use occupancy_models::Access;
    ///
    /// // A column of floats, 4,096 to a row.
    /// let shown = Access::strided(4 * 4096, 4)?.profile().map(|metric| metric.to_string());
    /// assert_eq!(shown, [
    ///     "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio = 32",
    ///     "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct = 12.5 %",
    /// ]);
    /// # Ok::<(), occupancy_models::Error>(())
    /// ```
    pub fn profile(self) -> [Metric; 2] {
        let metric = |name, value| Metric {
            name,
            is_at_most: false,
            value,
            otherwise: "more or less: lanes are off, or other accesses are among them",
        };
        let sectors = "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio";
        let used = "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct";
        [
            metric(sectors, self.sectors().to_string()),
            metric(used, self.efficiency().to_string()),
        ]
    }

    /// The different bytes that the lanes access over the bytes that global memory moves.
    pub const fn efficiency(self) -> Ratio {
        let used = self.different(self.bytes_per_lane) * self.bytes_per_lane;
        match Ratio::new(used as u64, (self.sectors() * SECTOR) as u64) {
            Some(share) => share,
            // A warp has lanes, so there is a sector.
            None => Ratio::ZERO,
        }
    }
}

/// Returns `true` if no lane from `first` up to `lane` has the same piece as `lane`.
const fn is_first(pieces: &[u64; 32], first: u32, lane: u32) -> bool {
    let mut other = first;
    while other < lane {
        if pieces[other as usize] == pieces[lane as usize] {
            return false;
        }
        other += 1;
    }
    true
}
