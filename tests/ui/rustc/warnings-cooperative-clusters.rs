use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 512, regs = 64, cluster = 8, grid = 264, cooperative)]
#[deny(deprecated)]
fn kernel() {}

fn main() {}
