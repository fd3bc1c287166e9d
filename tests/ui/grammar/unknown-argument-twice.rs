use occupancy::launch_config;

#[launch_config(arch = "h100", block_size = 256, block_dim = 256, regs = 64)]
fn kernel() {}
