use occupancy::launch_config;

#[launch_config(arch = "", threads = 256, regs = 64)]
fn kernel() {}
