//! Values that are constants: of another crate, of a macro, left to the compiler.

use occupancy::launch_config;

const REGISTERS: u32 = 64;
const SMEM: usize = 64 * 1024;

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
