use occupancy::launch_config;

#[launch_config(arch = "toaster", threads = 256, regs = 64)]
fn kernel() {}
