use occupancy::launch_config;

#[launch_config(threads = 256, regs = 64)]
fn kernel() {}
