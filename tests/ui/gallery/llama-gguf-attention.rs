//! Lexmata/llama-gguf 38d1646 src/backend/cuda/gpu_only.rs:649: a context of 131,072 tokens.

use occupancy::launch_config;

#[launch_config(
    arch = ["h100", "rtx3090"],
    threads = 256,
    regs = 64,
    smem = 131_072 * 4,
    grid = 32
)]
fn launch() {}
