use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 512, regs = 24, min_blocks = 5)]
fn kernel() {}
