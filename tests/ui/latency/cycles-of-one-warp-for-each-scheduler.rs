use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 128, regs = 64, smem = 200 * 1024, hides(cycles = 400))]
fn kernel() {}
