#![deny(deprecated)]
use occupancy::launch_config;

const THREADS: u32 = 96;

#[launch_config(arch = "h100", threads = THREADS, regs = 168, smem = 200 * 1024)]
fn kernel() {}
