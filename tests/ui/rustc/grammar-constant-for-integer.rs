use occupancy::launch_config;

#[launch_config(arch = "h100", threads = THREADS, regs = 64)]
fn kernel() {}
