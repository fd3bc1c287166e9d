use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 1,024, regs = 64)]
fn kernel() {}
