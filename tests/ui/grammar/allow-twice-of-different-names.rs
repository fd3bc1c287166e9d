use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 100, regs = 33, allow(partial_warp), allow(register_cliff))]
fn kernel() {}
