#![deny(deprecated)]
use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, min_blocks = 2, warn(min_blocks))]
fn kernel() {}

fn main() {}
