use occupancy::launch_config;

#[launch_config(arch = "h100", launch_bounds(256, 4), regs = 64)]
fn kernel() {}
