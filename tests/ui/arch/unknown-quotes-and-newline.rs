use occupancy::launch_config;

#[launch_config(arch = "h\"1\n00", threads = 256, regs = 64)]
fn kernel() {}
