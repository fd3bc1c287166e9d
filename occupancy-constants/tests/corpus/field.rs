//! Of a folder.
pub mod limbs;
pub const LIMBS: usize = 254_usize.div_ceil(limbs::BITS as usize);
#[repr(C, align(16))]
pub struct Point {
    x: [u64; LIMBS],
    y: [u64; LIMBS],
}
#[repr(C)]
pub struct Affine {
    x: [u64; LIMBS],
    y: [u64; LIMBS],
    infinity: bool,
}
