use occupancy::launch_config;

#[launch_config(arch = "gtx1080", threads = 256, regs = 64, smem = 64 * 1024)]
fn kernel() {}
