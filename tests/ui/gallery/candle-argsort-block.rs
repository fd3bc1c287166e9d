//! huggingface/candle 63437a48c candle-core/src/sort.rs:88: a row of 2,000 elements, padded to
//! 2,048.

use occupancy::launch_config;

#[launch_config(arch = ["h100", "rtx3090"], threads = 2048, regs = 21, smem = 2048 * 4)]
fn launch() {}
