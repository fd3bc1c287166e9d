use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 1024, regs = 96)]
fn kernel() {}
