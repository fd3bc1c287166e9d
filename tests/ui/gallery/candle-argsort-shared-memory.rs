//! huggingface/candle 2a13b0f3f candle-core/src/sort.rs:94: a row of 128,256 elements, padded to
//! 131,072.

use occupancy::launch_config;

#[launch_config(arch = ["h100", "rtx3090"], threads = 1024, regs = 21, smem = 131_072 * 4)]
fn launch() {}
