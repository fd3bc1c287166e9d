use occupancy::launch_config;

#[launch_config(arch = "rtx4090", threads = 32, regs = 32, min_occupancy = 60 %)]
fn kernel() {}
