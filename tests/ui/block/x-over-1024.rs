use occupancy::launch_config;

#[launch_config(arch = "h100", threads = (2048, 2), regs = 32)]
fn kernel() {}
