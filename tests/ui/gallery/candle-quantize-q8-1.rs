//! huggingface/candle ab56dfeef candle-core/src/quantized/cuda.rs:57: 65,536 rows of 4,096.

use occupancy::launch_config;

#[launch_config(arch = ["h100", "rtx3090"], threads = 256, regs = 22, grid = (4096 / 256, 65_536))]
fn launch() {}
