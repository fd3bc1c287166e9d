#![deny(deprecated)]
use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 96, warn(low_occupancy))]
fn kernel() {}

fn main() {}
