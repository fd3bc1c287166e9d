//! NVlabs/cuda-oxide a105afd52
//! crates/rustc-codegen-cuda/examples/partial_warp_reduce/src/main.rs:185: a last warp of 13 lanes,
//! without the `allow` that says so.

use occupancy::launch_config;

#[launch_config(arch = ["h100", "rtx3090"], threads = 45, regs = 32, grid = 7)]
fn launch() {}
