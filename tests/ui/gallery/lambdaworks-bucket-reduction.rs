//! lambdaclass/lambdaworks 21281c3f1 crates/math/src/msm/cuda.rs:265: one thread a window.

use occupancy::launch_config;

#[launch_config(arch = ["h100", "rtx3090"], threads = 1, regs = 255, grid = 16)]
fn launch() {}
