//! One kernel on one GPU and on four, whose pages differ in length by what each GPU adds.

use occupancy::launch_config;

/// On one GPU.
#[launch_config(
    arch = "h100",
    threads = 256,
    regs = 40,
    smem = 8 * 1024,
    elements = 1 << 24
)]
pub fn on_one() {}

/// On four GPUs.
#[launch_config(
    arch = ["h100", "a100", "b200", "rtx4090"],
    threads = 256,
    regs = 40,
    smem = 8 * 1024,
    elements = 1 << 24
)]
pub fn on_four() {}
