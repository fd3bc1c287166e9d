use occupancy::launch_config;

#[launch_config(arch = "h100", num_warps = 4, regs = 64)]
fn kernel() {}
