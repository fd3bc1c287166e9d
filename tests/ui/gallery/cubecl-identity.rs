//! tracel-ai/cubecl 4057f39e7 crates/cubecl-std/src/tensor/identity.rs:65: 4,096 × 4,096, 4
//! elements per thread.

use occupancy::launch_config;

#[launch_config(arch = ["h100", "rtx3090"], threads = (2, 2), regs = 32, grid = (512, 2048))]
fn launch() {}
