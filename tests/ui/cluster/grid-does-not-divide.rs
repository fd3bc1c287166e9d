use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, grid = (1000, 15), cluster = (4, 2))]
fn kernel() {}
