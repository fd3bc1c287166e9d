use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 512, regs = 1 << 32)]
fn kernel() {}
