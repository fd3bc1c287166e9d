use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, cluster = 16)]
#[deny(deprecated)]
fn kernel() {}

fn main() {}
