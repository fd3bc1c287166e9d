//! huggingface/candle 2a13b0f3f candle-examples/examples/custom-ops/main.rs:76: rows of 7.

use occupancy::launch_config;

#[launch_config(arch = ["h100", "rtx3090"], threads = 7, regs = 32, static_smem = 33 * 4)]
fn launch() {}
