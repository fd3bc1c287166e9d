#![deny(deprecated)]
use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, intent(low_occupancy, "accumulators in registers"))]
fn kernel() {}

fn main() {}
