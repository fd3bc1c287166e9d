use occupancy::launch_config;

#[launch_config(name = Fire, arch = "h100", threads = 256, regs = 33, grid = 1100, min_blocks = 2, deny(register_cliff, last_wave, min_blocks))]
#[launch_config(name = NoneOfThem, arch = "h100", threads = 256, regs = 64, deny(spills), warn())]
fn kernel() {}
