//! chelsea0x3b/cudarc 78d9b3118 src/driver/safe/launch.rs:31: 1,024 threads of a kernel of 72
//! registers.

use occupancy::launch_config;

#[launch_config(arch = ["h100", "rtx3090"], threads = 1024, regs = 72, elements = 1_000_000)]
fn launch() {}
