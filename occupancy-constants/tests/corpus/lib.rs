//! Constants in the shapes that public GPU crates have: launch geometry, tiles, shared memory, formats of
//! data. The tests read this file, and the compiler compiles it.

use core::mem;
use core::mem::size_of;

pub(super) mod attention;
pub(super) mod field;
pub(super) mod shapes {
    pub const BM: usize = 128;
    pub const BN: usize = 64;
    pub const BK: usize = 8;
    pub const TM: usize = 8;
    pub const TN: usize = 4;
    pub(in super::super) const THREADS: usize = (BM * BN) / (TM * TN);

    pub mod half {
        pub use super::{BK, BM as ROWS};
        pub const BN: usize = super::BN / 2;
    }
}

// Plain geometry.
pub const WARP_SIZE: u32 = 32;
pub const WARPS_PER_BLOCK: u32 = 9;
pub const THREADS_PER_BLOCK: u32 = 32 * WARPS_PER_BLOCK;
pub const BLOCK_SIZE: usize = 256;
pub const TILE_DIM: u32 = 1 << LOG_TILE;
const LOG_TILE: u32 = 5;
pub const LANE_MASK: u32 = WARP_SIZE - 1;
pub const FULL_MASK: u32 = !0;
pub const SENTINEL: u16 = u16::MAX;
pub const NEGATIVE: i32 = -(7 % 4) * 2;
pub const HEX: usize = 0x1_0000;
pub const BINARY: u8 = 0b1010_0000 >> 4;
pub const ROUNDED: u32 = (1000 + BLOCK_SIZE as u32 - 1) / BLOCK_SIZE as u32 * BLOCK_SIZE as u32;
pub const XORED: u64 = 0xff ^ 0x0f | 0x100 & !0xff;

// Bytes.
pub const SHARED_MEM_BYTES: u32 = 31_776;
pub const SMEM: usize = 2 * (shapes::BM * shapes::BK + shapes::BK * shapes::BN) * size_of::<f32>();
pub const SMEM_U32: u32 = (BLOCK_SIZE * mem::size_of::<f64>()) as u32;
pub const QUALIFIED: usize = core::mem::size_of::<[u16; 24]>() + std::mem::size_of::<(u32, f32)>();
pub const RING: usize = 0xC0 + size_of::<Event>() * RING_CAPACITY;
const RING_CAPACITY: usize = 96;
pub const KIB: usize = 1024;
pub const PADDED: usize = (33 * 32 * 4 as usize).next_multiple_of(128);
pub const ALIGNED: usize = align_up(1000, 128);
pub const CEILED: u32 = 1_000_000_u32.div_ceil(BLOCK_SIZE as u32);
pub const POWER: usize = 48usize.next_power_of_two();
pub const RAISED: u64 = 2u64.pow(20);
pub const RAISED_BY_TYPE: u32 = u32::pow(3, 4);
pub const LOGARITHM: u32 = (BLOCK_SIZE as u32).ilog2();
pub const ZEROS: u32 = 4096_u32.trailing_zeros() + 1u32.leading_zeros();
pub const CLAMPED: u32 = 10_u32.saturating_sub(32);
pub const WRAPPED: u8 = 250_u8.wrapping_add(10);
pub const TRUNCATED: u8 = 0x1234_u32 as u8;
pub const LARGE: u64 = 3_000_000_000 as u64 * 2;
pub const SIGNED: i8 = 200_u8 as i8;
pub const WIDENED: u64 = -1_i32 as u64 & 0xffff;

/// One event of a ring.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Event {
    kind: u8,
    key: u32,
    time: u64,
    flags: [u16; 3],
}

#[repr(transparent)]
pub struct Half(u16);

pub struct Vector {
    pub x: f32,
    pub y: f32,
    pub z: f32,
}

#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Q4 = 2,
    Q5,
    Q8 = 8,
}

impl Format {
    pub const BITS: [u32; 3] = [4, 5, 8];

    pub const fn block_bytes(self) -> usize {
        match self {
            Self::Q4 => 18,
            Self::Q5 => 22,
            Self::Q8 => 34,
        }
    }
}

pub type Accumulator = f64;
pub type Bytes = u32;
pub const ALIAS: Bytes = size_of::<Accumulator>() as Bytes * 16;
pub const NEWTYPE: usize = size_of::<Half>() * size_of::<Vector>() * size_of::<Format>();
pub const DISCRIMINANT: u32 = Format::Q5 as u32 + Format::Q8 as u32;
pub const BLOCK_BYTES: usize = Format::Q8.block_bytes();
pub const OF_ARRAY: u32 = Format::BITS[1] + TILES[TILES.len() - 1];
pub const TILES: [u32; 4] = [16, 32, 64, 128];
pub const BLOCK_DIM: (u32, u32, u32) = (16, 16, 1);
pub const OF_TUPLE: u32 = BLOCK_DIM.0 * BLOCK_DIM.1;
pub const NESTED: (u32, (u32, u32)) = (1, (2, 3));

// Branches, blocks and functions.
pub const IS_LARGE: bool = BLOCK_SIZE > 128 && !cfg!(any());
pub const CHOSEN: u32 = if IS_LARGE { 8 } else { 4 };
pub const MATCHED: usize = match BLOCK_SIZE {
    0..=127 => 1,
    128 | 256 => 2,
    _ => 3,
};
pub const OF_BLOCK: u32 = {
    const FOUR: u32 = 4;
    let mut doubled = FOUR;
    doubled *= 2;
    doubled + FOUR
};
pub const GREATEST: usize = max(shapes::BM, shapes::BN);
pub const LOOPED: u32 = log2(1 << 12);
pub const SUMMED: u32 = sum(TILES);
pub const COMMON: u32 = gcd(48, 180);
pub const GENERIC: usize = bytes_of::<f32>(64) + elements::<8>();

pub const fn align_up(value: usize, to: usize) -> usize {
    (value + to - 1) & !(to - 1)
}

const fn max(a: usize, b: usize) -> usize {
    if a > b { a } else { b }
}

const fn log2(mut value: u32) -> u32 {
    let mut bits = 0;
    while value > 1 {
        value >>= 1;
        bits += 1;
    }
    bits
}

const fn sum(all: [u32; 4]) -> u32 {
    let (mut total, mut at) = (0, 0);
    loop {
        if at == all.len() {
            return total;
        }
        total += all[at];
        at += 1;
    }
}

const fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 {
        return a;
    }
    gcd(b, a % b)
}

const fn bytes_of<T>(count: usize) -> usize {
    count * size_of::<T>()
}

const fn elements<const N: usize>() -> usize {
    N * N
}

// Types with constants.
pub struct Gemm;

impl Gemm {
    pub const STAGES: usize = 3;
    pub const TILE: usize = 64 * 32;
    pub const BYTES: usize = Self::STAGES * Self::TILE * Self::element();

    const fn element() -> usize {
        2
    }
}

pub struct Config {
    pub threads: u32,
    pub stages: usize,
    pub tile: [usize; 2],
}

impl Config {
    pub const DEFAULT: Self = Self {
        threads: 128,
        stages: 2,
        tile: [64, 32],
    };

    pub const fn new(threads: u32) -> Self {
        Config {
            threads,
            ..Self::DEFAULT
        }
    }

    pub const fn bytes(&self) -> usize {
        self.stages * self.tile[0] * self.tile[1] * 4
    }
}

pub const CONFIG: Config = Config::new(384);

pub trait Kernel {
    const WARPS: u32;
    const THREADS: u32 = Self::WARPS * 32;
    const SHARED: u32 = 0;
}

pub struct Reduce;

impl Kernel for Reduce {
    const WARPS: u32 = 4;
    const SHARED: u32 = Self::THREADS * 4;
}

// Of types of the language.
pub trait Element {
    const BYTES: usize;
    const VECTOR: usize = 16 / Self::BYTES;
    const DIGITS: u32 = 3;
}

impl Element for f32 {
    const BYTES: usize = 4;
}

impl Element for u8 {
    const BYTES: usize = size_of::<Self>();
    const VECTOR: usize = 4;
}

pub const fn row_bytes<T: Element>(columns: usize) -> usize {
    (columns.next_multiple_of(T::VECTOR)) * T::BYTES
}

// Conditions and imports.
#[cfg(any())]
pub const VARIANT: u32 = 1;
#[cfg(not(any()))]
pub const VARIANT: u32 = 2;
#[cfg(debug_assertions)]
pub const SAME: u32 = 7;
#[cfg(not(debug_assertions))]
pub const SAME: u32 = 7;
#[cfg(target_vendor = "unknown")]
pub const OTHER_TARGET: u32 = 1;
#[cfg(not(target_vendor = "unknown"))]
pub const OTHER_TARGET: u32 = 2;

pub mod prelude {
    pub use super::attention::*;
    pub use super::field::{LIMBS as WORDS, Point};
}

pub mod used {
    use super::prelude::*;
    use super::shapes::{self, half};

    pub const FROM_GLOB: u32 = HEAD_DIM;
    pub const RENAMED: usize = WORDS;
    pub const THROUGH: usize = half::ROWS * shapes::TM;
    pub const SHADOWED: usize = half::BN + shapes::BN;
}

// What a macro makes is not known.
macro_rules! constants {
    ($($name:ident = $value:expr;)*) => {
        $(pub const $name: u32 = $value;)*
    };
}

constants! {
    GENERATED = 11;
}

pub mod shadowing {
    use super::attention::*;

    constants! {
        HEAD_DIM = 96;
    }
}

include!("included.rs");
