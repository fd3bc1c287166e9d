use occupancy::launch_config;

#[launch_config(arch = "sm_80a", threads = 256, regs = 64)]
fn kernel() {}
