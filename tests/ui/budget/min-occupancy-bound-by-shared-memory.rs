use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 32, smem = 64 * 1024, min_occupancy = 0.5)]
fn kernel() {}
