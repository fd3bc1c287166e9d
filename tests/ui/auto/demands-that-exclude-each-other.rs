use occupancy::launch_config;

#[launch_config(arch = "rtx3090", threads = auto, regs = 48, min_blocks = 12, min_occupancy = 0.83)]
fn kernel() {}
