//! Rust-GPU/rust-cuda 946c91f08 samples/introduction/matmul/src/main.rs:48: tiles of 32 × 32, two
//! blocks demanded.

use occupancy::launch_config;

#[launch_config(
    arch = ["h100", "rtx3090"],
    threads = (32, 32),
    regs = 64,
    static_smem = 2 * 32 * 32 * 4,
    min_blocks = 2
)]
fn launch() {}
