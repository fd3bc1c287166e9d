use occupancy::launch_config;

#[launch_config(arch = "rtx4090", threads = (32, 32), regs = 128)]
fn kernel() {}
