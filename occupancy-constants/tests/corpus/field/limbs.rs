//! Nested.
pub const BITS: u32 = u64::BITS;
