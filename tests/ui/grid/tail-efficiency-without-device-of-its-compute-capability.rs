use occupancy::launch_config;

#[launch_config(arch = "10.3", threads = 256, regs = 64, grid = 528, tail_efficiency = 0.9)]
fn kernel() {}
