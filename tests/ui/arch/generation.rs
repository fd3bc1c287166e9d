use occupancy::launch_config;

#[launch_config(arch = "hopper", threads = 256, regs = 64)]
fn kernel() {}
