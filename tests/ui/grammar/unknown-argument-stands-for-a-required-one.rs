use occupancy::launch_config;

#[launch_config(arch = "h100", block_size = 256, regs = 64)]
fn kernel() {}
