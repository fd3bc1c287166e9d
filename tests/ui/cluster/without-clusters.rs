use occupancy::launch_config;

#[launch_config(arch = ["h100", "rtx4090"], threads = 256, regs = 64, cluster = (2, 2))]
fn kernel() {}
