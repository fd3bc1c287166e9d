use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = "96", min_blocks = 30, barriers = 17)]
fn kernel() {}
