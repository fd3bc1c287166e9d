use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, static_smem = 1024, smem = 1 << 32)]
fn kernel() {}
