use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 256)]
fn kernel() {}
