use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, n = 1000000)]
fn kernel() {}
