use occupancy::launch_config;

#[launch_config(arch = "sm_90", threads = 256, regs = 64, grid = 132, cooperative)]
fn reduce() {}
