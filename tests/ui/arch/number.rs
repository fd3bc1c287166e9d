use occupancy::launch_config;

#[launch_config(arch = 90, threads = 256, regs = 64)]
fn kernel() {}
