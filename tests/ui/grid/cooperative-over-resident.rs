use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, grid = 1024, cooperative)]
fn reduce() {}
