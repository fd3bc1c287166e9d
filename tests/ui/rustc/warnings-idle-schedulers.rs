#![deny(deprecated)]
use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 96, regs = 168, smem = 200 * 1024)]
fn kernel() {}

fn main() {}
