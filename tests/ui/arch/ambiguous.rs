use occupancy::launch_config;

#[launch_config(arch = "rtx 6000", threads = 256, regs = 64)]
fn kernel() {}
