use occupancy::launch_config;

#[launch_config(arch = "rtx409", threads = 256, regs = 64)]
fn kernel() {}
