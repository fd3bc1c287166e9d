use occupancy::launch_config;

#[launch_config(arch = "h100", threads = (1, 1, 128), regs = 32)]
fn kernel() {}
