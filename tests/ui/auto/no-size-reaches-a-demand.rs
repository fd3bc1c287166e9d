use occupancy::launch_config;

#[launch_config(arch = "h100", threads = auto, regs = 64, min_occupancy = 0.75)]
fn kernel() {}
