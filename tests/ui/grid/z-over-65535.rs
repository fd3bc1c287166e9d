use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, grid = (16, 16, 100_000))]
fn kernel() {}
