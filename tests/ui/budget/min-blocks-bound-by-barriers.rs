use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 128, regs = 32, barriers = 16, min_blocks = 5)]
fn kernel() {}
