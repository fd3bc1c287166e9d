use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 1023, regs = 32)]
fn kernel() {}
