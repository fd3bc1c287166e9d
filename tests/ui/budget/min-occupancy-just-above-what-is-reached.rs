use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 96, regs = 255, min_occupancy = 0.14063)]
fn kernel() {}
