use occupancy::launch_config;

#[launch_config(arch = "NVIDIA GeForce RTX 3080", threads = 256, regs = 64)]
fn kernel() {}
