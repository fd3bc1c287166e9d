//! Values that are constants: of this crate in every form, of another crate, of a macro.

use occupancy::{Device, compute_capabilities::SM_87, launch_config};

/// A board that no table has.
pub const BOARD: Device = Device::new("Orin NX 8GB", &SM_87, 8);

/// Bytes of four stages.
pub const SMEM: usize = STAGES * Tile::BYTES;

const STAGES: usize = if Tile::SIDE > 32 { 4 } else { 2 };
const REGISTERS: u32 = 64;

/// A tile of a matrix.
#[derive(Debug)]
pub struct Tile;

impl Tile {
    /// Threads in x and y.
    pub const BLOCK: (u32, u32) = (16, 16);
    /// Elements of a side.
    pub const SIDE: usize = 64;
    /// Bytes.
    pub const BYTES: usize = Self::SIDE * Self::SIDE * size_of::<f32>();
}

/// Of constants of every kind.
#[launch_config(
    arch = "h100",
    threads = Tile::BLOCK,
    regs = REGISTERS,
    smem = SMEM,
    min_blocks = 128 / REGISTERS
)]
pub fn tiled() {}

/// On a board of its own.
#[launch_config(arch = BOARD, threads = 256, regs = REGISTERS, smem = Tile::BYTES, grid = 64)]
pub fn own_board() {}

/// The size of the block is searched with a constant.
#[launch_config(arch = "h100", threads = auto(64..=512), regs = REGISTERS + 8)]
pub fn searched() {}

/// Several GPUs, one with constants of its own.
#[launch_config(
    arch = ["h100", "a100"],
    threads = 256,
    regs = REGISTERS,
    smem = Tile::BYTES,
    on("a100", regs = REGISTERS / 2 + 8)
)]
pub fn listed() {}

/// Beside a constant of another crate, whose limits are shown.
#[launch_config(
    arch = "h100",
    threads = 256,
    regs = REGISTERS,
    static_smem = occupancy::gpu::MAX_GRID_DIM.1 / 4
)]
pub fn foreign() {}

/// Left to the compiler.
#[launch_config(arch = ["h100", "rtx4090"], threads = 256, regs = REGISTERS, smem = { SMEM / 4 })]
pub fn left() {}

/// A kernel whose place is not in this file.
macro_rules! kernel {
    ($name:ident) => {
        /// Of a macro.
        #[launch_config(arch = "h100", threads = 256, regs = REGISTERS)]
        pub fn $name() {}
    };
}
kernel!(of_macro);
