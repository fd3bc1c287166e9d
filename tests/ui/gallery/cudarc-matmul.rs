//! chelsea0x3b/cudarc 78d9b3118 examples/matmul-kernel.rs:51: matrices of 2 × 2.

use occupancy::launch_config;

#[launch_config(arch = ["h100", "rtx3090"], threads = (2, 2), regs = 32, grid = 1)]
fn launch() {}
