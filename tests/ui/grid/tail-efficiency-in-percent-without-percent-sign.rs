use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, grid = 528, tail_efficiency = 90)]
fn kernel() {}
