use occupancy::launch_config;

#[launch_config(arch = "toaster", threads = 2048, regs = 300, smem = TILE)]
fn kernel() {}
