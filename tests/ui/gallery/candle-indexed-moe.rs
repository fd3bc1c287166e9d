//! huggingface/candle 2a13b0f3f candle-core/src/quantized/cuda.rs:553: 65,536 tokens, 8 experts
//! each.

use occupancy::launch_config;

#[launch_config(
    arch = ["h100", "rtx3090"],
    threads = (32, 4),
    regs = 40,
    static_smem = 384,
    grid = (768, 65_536, 8)
)]
fn launch() {}
