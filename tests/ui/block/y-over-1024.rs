use occupancy::launch_config;

#[launch_config(arch = "h100", threads = (2, 2048), regs = 32)]
fn kernel() {}
