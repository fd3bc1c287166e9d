use occupancy::launch_config;

#[launch_config(arch = ["h100", "rtx4090", "rtx3090"], threads = 256, regs = 128, min_blocks = 8)]
fn kernel() {}
