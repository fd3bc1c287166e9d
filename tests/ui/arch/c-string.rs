use occupancy::launch_config;

#[launch_config(arch = c"h100", threads = 256, regs = 64)]
fn kernel() {}
