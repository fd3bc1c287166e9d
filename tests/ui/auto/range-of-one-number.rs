use occupancy::launch_config;

#[launch_config(arch = "h100", threads = auto(128), regs = 64)]
fn kernel() {}
