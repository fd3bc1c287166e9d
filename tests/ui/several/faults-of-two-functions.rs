use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 96, min_blocks = 3)]
fn saxpy() {}

#[launch_config(arch = "h100", threads = 100, regs = 64)]
fn reduce() {}
