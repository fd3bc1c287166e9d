use occupancy::launch_config;

#[launch_config(arch = "h100", threads = (32, 0), regs = 64)]
fn kernel() {}
