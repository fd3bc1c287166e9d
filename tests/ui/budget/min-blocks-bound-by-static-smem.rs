use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 128, regs = 64, static_smem = 40 * 1024, min_blocks = 6)]
fn kernel() {}
