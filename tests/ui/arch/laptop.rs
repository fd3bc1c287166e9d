use occupancy::launch_config;

#[launch_config(arch = "rtx3050 laptop", threads = 256, regs = 64)]
fn kernel() {}
