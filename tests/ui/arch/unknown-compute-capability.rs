use occupancy::launch_config;

#[launch_config(arch = "9.5", threads = 256, regs = 64)]
fn kernel() {}
