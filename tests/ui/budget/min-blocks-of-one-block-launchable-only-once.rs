use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 1024, regs = 64, min_blocks = 2)]
fn kernel() {}
