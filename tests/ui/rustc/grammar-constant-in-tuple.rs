use occupancy::launch_config;

#[launch_config(arch = "h100", threads = (TILE, 8), regs = 64)]
fn kernel() {}
