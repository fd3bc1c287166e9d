use occupancy::launch_config;

#[launch_config(arch = "rtx4090", threads = 1024, regs = 32, min_occupancy = 3 / 4)]
fn kernel() {}
