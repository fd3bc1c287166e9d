use occupancy::launch_config;

#[launch_config(arch = "rtx4090", threads = 32, regs = 32, min_blocks = 25)]
fn kernel() {}
