//! Swizzles: XOR low bits of an address with higher ones.

use std::fmt;

/// A permutation of byte addresses that spreads the rows of a tile over the banks of shared memory.
///
/// `bits` bits of the address, from bit `base` on, are XORed with the `bits` bits that begin `shift` bits
/// above them. It is CuTe's `Swizzle<bits, base, shift>` of a byte address (CUTLASS,
/// `include/cute/swizzle.hpp`), and costs no shared memory.
///
/// ```
/// use occupancy_models::Swizzle;
///
/// // The 16-byte chunk of a row of 128 bytes, XORed with the number of the row.
/// let swizzle = Swizzle::B128;
/// assert_eq!(swizzle.to_string(), "<3,4,3>");
/// assert_eq!(swizzle.apply(5 * 128), 5 * 128 + 5 * 16);
/// assert_eq!(swizzle.apply(5 * 128 + 5 * 16), 5 * 128);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swizzle {
    bits: u32,
    base: u32,
    shift: u32,
}

impl Swizzle {
    /// `CU_TENSOR_MAP_SWIZZLE_32B`: `<1,4,3>`.
    ///
    /// Source of the three: CUTLASS, `include/cute/atom/mma_traits_sm90_gmma.hpp`, the canonical layouts.
    pub const B32: Self = Self::new(1, 4, 3).unwrap();
    /// `CU_TENSOR_MAP_SWIZZLE_64B`: `<2,4,3>`.
    pub const B64: Self = Self::new(2, 4, 3).unwrap();
    /// `CU_TENSOR_MAP_SWIZZLE_128B`: `<3,4,3>`.
    pub const B128: Self = Self::new(3, 4, 3).unwrap();

    /// A swizzle of byte addresses; `None` if it has no bits, if `shift` is below `bits`, so that bits
    /// would be XORed with themselves, or if it reaches beyond 32 bits.
    pub const fn new(bits: u32, base: u32, shift: u32) -> Option<Self> {
        let end = bits.saturating_add(base).saturating_add(shift);
        if bits == 0 || shift < bits || end > 32 {
            return None;
        }
        Some(Self { bits, base, shift })
    }

    /// The number of bits that it changes.
    pub const fn bits(self) -> u32 {
        self.bits
    }

    /// The lowest bit of the byte address that it changes.
    pub const fn base(self) -> u32 {
        self.base
    }

    /// The distance from a bit that it changes up to the bit that it reads for it.
    pub const fn shift(self) -> u32 {
        self.shift
    }

    /// The bits of the address that it reads and changes, up to the highest.
    pub(crate) const fn end(self) -> u32 {
        // The constructor keeps them within 32.
        self.base.wrapping_add(self.shift).wrapping_add(self.bits)
    }

    /// The swizzled `address`, which is another one within the same `2^(base + bits)` bytes. Applied twice,
    /// it is `address` again.
    pub const fn apply(self, address: u64) -> u64 {
        // All shifts are below 64: the constructors keep them within 32 bits.
        let mask = !u64::MAX.wrapping_shl(self.bits);
        let read = address.wrapping_shr(self.base.saturating_add(self.shift)) & mask;
        address ^ read.wrapping_shl(self.base)
    }
}

/// Writes it as CuTe does: `<3,4,3>`.
impl fmt::Display for Swizzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{},{},{}>", self.bits, self.base, self.shift)
    }
}
