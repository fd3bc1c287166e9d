use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256.0, regs = 64.5)]
fn kernel() {}
