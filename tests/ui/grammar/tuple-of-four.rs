use occupancy::launch_config;

#[launch_config(arch = "h100", threads = (8, 4, 4, 2), regs = 64)]
fn kernel() {}
