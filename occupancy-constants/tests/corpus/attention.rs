//! Of a file.
pub const HEAD_DIM: u32 = 128;
pub const BLOCK_M: u32 = 64;
pub const BLOCK_N: u32 = if HEAD_DIM <= 64 { 128 } else { 64 };
pub const Q_BYTES: u32 = BLOCK_M * HEAD_DIM * ELEMENT;
pub const KV_BYTES: u32 = 2 * BLOCK_N * HEAD_DIM * ELEMENT;
pub const SMEM: u32 = Q_BYTES + self::KV_BYTES;
const ELEMENT: u32 = super::shapes::TN as u32 / 2;
