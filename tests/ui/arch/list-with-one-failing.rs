use occupancy::launch_config;

#[launch_config(arch = ["a100", "h100", "rtx4090"], threads = 256, regs = 32, min_blocks = 8)]
fn kernel() {}
