//! huggingface/candle 86bcf1e63 candle-core/src/sort.rs:96: 65,536 rows of 128 elements.

use occupancy::launch_config;

#[launch_config(
    arch = ["h100", "rtx3090"],
    threads = 128,
    regs = 21,
    smem = 128 * 4,
    grid = (1, 65_536)
)]
fn launch() {}
