use occupancy::launch_config;

#[launch_config(arch = "h100", threads = (32, 8, 8), regs = 32)]
fn kernel() {}
