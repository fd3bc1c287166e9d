use occupancy::launch_config;

#[launch_config(arch = "h100", threads = auto(512..=64), regs = 40)]
fn kernel() {}

fn main() {}
