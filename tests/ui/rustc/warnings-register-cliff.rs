#![deny(deprecated)]
use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 33)]
fn kernel() {}

fn main() {}
