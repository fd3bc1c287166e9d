use occupancy::launch_config;

#[launch_config(arch = "h100", threads = (5, 5, 5), regs = 64)]
fn kernel() {}
