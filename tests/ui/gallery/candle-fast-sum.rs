//! huggingface/candle 2a13b0f3f candle-core/src/cuda_backend/mod.rs:357: a last dimension of 7.

use occupancy::launch_config;

#[launch_config(arch = ["h100", "rtx3090"], threads = 8, regs = 32, static_smem = 1024 * 4)]
fn launch() {}
