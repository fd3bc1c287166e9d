use occupancy::launch_config;

#[launch_config(arch = "h100", threads = auto(256..=1024), regs = 128, min_blocks = 3)]
fn kernel() {}

#[launch_config(arch = "h100", threads = auto(64..=256), regs = 32, smem = 100000, min_occupancy = 0.5)]
fn small() {}
