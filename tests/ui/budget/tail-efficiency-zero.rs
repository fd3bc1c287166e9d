use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, grid = 1000, tail_efficiency = 0)]
fn kernel() {}
