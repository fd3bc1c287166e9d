use occupancy::launch_config;

#[launch_config(arch = "h100", threads = "auto", regs = 64)]
fn kernel() {}
