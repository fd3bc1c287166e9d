use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, grid = 2147483648)]
fn kernel() {}
