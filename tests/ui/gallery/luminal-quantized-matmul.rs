//! luminal-ai/luminal 7c259f4de crates/luminal_cuda/src/quantized.rs:158: 65,536 tokens.

use occupancy::launch_config;

#[launch_config(
    arch = ["h100", "rtx3090"],
    threads = (8, 8),
    regs = 40,
    grid = (4096 / 8, 1, 65_536)
)]
fn launch() {}
