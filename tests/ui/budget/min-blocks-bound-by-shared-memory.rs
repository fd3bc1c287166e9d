use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 128, regs = 64, smem = 96 * 1024, min_blocks = 3)]
fn kernel() {}
