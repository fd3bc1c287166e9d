use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 512, regs = 32, min_blocks = 8)]
fn kernel() {}
