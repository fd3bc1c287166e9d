pub const INCLUDED: u32 = WARP_SIZE * 3;
