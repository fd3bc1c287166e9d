//! Where the lanes of one warp access memory.

use core::fmt;

use super::Swizzle;
use crate::gpu::WARP_SIZE;

/// The byte addresses of a warp's lanes, and how many bytes each accesses there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Lanes {
    base: u32,
    /// Lanes from 0 on that take part, 1 to 32.
    active: u32,
    order: Order,
    /// Bytes from one row to the next.
    row_bytes: u32,
    access_bytes: u32,
}

/// The direction in which consecutive lanes go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Order {
    /// Along a row of this many lanes, then to the next row.
    Rows(u32),
    /// Down a column of this many lanes, then to the next column.
    Columns(u32),
}

impl Lanes {
    /// Each lane in a row of its own.
    pub(super) const fn strided(stride: u32, access_bytes: u32) -> Result<Self, AccessError> {
        Self::checked(Order::Columns(WARP_SIZE), stride, access_bytes)
    }

    pub(super) const fn rows(
        lanes_per_row: u32,
        row_bytes: u32,
        access_bytes: u32,
    ) -> Result<Self, AccessError> {
        if lanes_per_row == 0 || lanes_per_row > WARP_SIZE {
            return Err(AccessError::Lanes(lanes_per_row));
        }
        Self::within_row(
            Order::Rows(lanes_per_row),
            lanes_per_row,
            row_bytes,
            access_bytes,
        )
    }

    pub(super) const fn columns(
        lanes_per_column: u32,
        row_bytes: u32,
        access_bytes: u32,
    ) -> Result<Self, AccessError> {
        if lanes_per_column == 0 || lanes_per_column > WARP_SIZE {
            return Err(AccessError::Lanes(lanes_per_column));
        }
        let columns = WARP_SIZE.div_ceil(lanes_per_column);
        Self::within_row(
            Order::Columns(lanes_per_column),
            columns,
            row_bytes,
            access_bytes,
        )
    }

    /// The same, if a row holds the elements that lanes access in it.
    const fn within_row(
        order: Order,
        elements: u32,
        row_bytes: u32,
        access_bytes: u32,
    ) -> Result<Self, AccessError> {
        let lanes = match Self::checked(order, row_bytes, access_bytes) {
            Ok(lanes) => lanes,
            Err(error) => return Err(error),
        };
        // 32 elements of 16 bytes at most.
        if elements.saturating_mul(access_bytes) > row_bytes {
            return Err(AccessError::Row {
                elements,
                access_bytes,
                row_bytes,
            });
        }
        Ok(lanes)
    }

    const fn checked(order: Order, row_bytes: u32, access_bytes: u32) -> Result<Self, AccessError> {
        if !matches!(access_bytes, 1 | 2 | 4 | 8 | 16) {
            return Err(AccessError::Size(access_bytes));
        }
        if !row_bytes.is_multiple_of(access_bytes) {
            return Err(AccessError::Alignment {
                bytes: row_bytes,
                access_bytes,
            });
        }
        Ok(Self {
            base: 0,
            active: WARP_SIZE,
            order,
            row_bytes,
            access_bytes,
        })
    }

    pub(super) const fn at(self, base: u32) -> Result<Self, AccessError> {
        if !base.is_multiple_of(self.access_bytes) {
            return Err(AccessError::Alignment {
                bytes: base,
                access_bytes: self.access_bytes,
            });
        }
        Ok(Self { base, ..self })
    }

    pub(super) const fn with_active(self, lanes: u32) -> Result<Self, AccessError> {
        if lanes == 0 || lanes > WARP_SIZE {
            return Err(AccessError::Lanes(lanes));
        }
        Ok(Self {
            active: lanes,
            ..self
        })
    }

    pub(super) const fn with_row_bytes(self, row_bytes: u32) -> Self {
        Self { row_bytes, ..self }
    }

    pub(super) const fn active(self) -> u32 {
        self.active
    }

    pub(super) const fn row_bytes(self) -> u32 {
        self.row_bytes
    }

    pub(super) const fn access_bytes(self) -> u32 {
        self.access_bytes
    }

    /// The address of `lane`, which is below 32.
    #[allow(
        clippy::arithmetic_side_effects,
        reason = "no divisor is 0, and 32 × 2^32 is far below 2^64"
    )]
    pub(super) const fn address(self, lane: u32) -> u64 {
        let (row, column) = match self.order {
            Order::Rows(0) | Order::Columns(0) => (0, 0),
            Order::Rows(lanes) => (lane / lanes, lane % lanes),
            Order::Columns(lanes) => (lane % lanes, lane / lanes),
        };
        self.base as u64
            + row as u64 * self.row_bytes as u64
            + column as u64 * self.access_bytes as u64
    }
}

/// Why an access is not one that a warp can make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AccessError {
    /// Not a size of one lane's access: 1, 2, 4, 8 or 16 bytes.
    Size(u32),
    /// Not a number of lanes of one warp: 1 to 32.
    Lanes(u32),
    /// The stride, the row or the base is not a multiple of the bytes that a lane accesses: the GPU
    /// refuses an address that is not aligned.
    Alignment {
        /// The stride, the row or the base, bytes.
        bytes: u32,
        /// Bytes that a lane accesses.
        access_bytes: u32,
    },
    /// The row is shorter than what the lanes access in it.
    Row {
        /// Elements that lanes access in one row.
        elements: u32,
        /// Bytes of each.
        access_bytes: u32,
        /// Bytes from one row to the next.
        row_bytes: u32,
    },
    /// The swizzle separates the parts of one lane's access.
    Swizzle {
        /// The swizzle.
        swizzle: Swizzle,
        /// Bytes that a lane accesses.
        access_bytes: u32,
    },
}

impl fmt::Display for AccessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Size(bytes) => write!(
                f,
                "an access of {bytes} bytes: a lane accesses 1, 2, 4, 8 or 16 bytes"
            ),
            Self::Lanes(lanes) => write!(f, "{lanes} lanes: a warp has 1 to 32"),
            Self::Alignment {
                bytes,
                access_bytes,
            } => write!(
                f,
                "{bytes} bytes is not a multiple of the {access_bytes} bytes that a lane accesses"
            ),
            Self::Row {
                elements,
                access_bytes,
                row_bytes,
            } => write!(
                f,
                "a row of {row_bytes} bytes does not hold {elements} elements of {access_bytes} bytes"
            ),
            Self::Swizzle {
                swizzle,
                access_bytes,
            } => write!(
                f,
                "the swizzle {swizzle} changes addresses from bit {} on, within an access of \
                 {access_bytes} bytes",
                swizzle.base()
            ),
        }
    }
}

impl core::error::Error for AccessError {}
