use occupancy::launch_config;

#[launch_config(arch = "h100", threads = (64, 32), regs = 32)]
fn kernel() {}
