use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = u32::max(1, 2))]
fn kernel() {}

fn main() {}
