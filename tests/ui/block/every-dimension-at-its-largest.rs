use occupancy::launch_config;

#[launch_config(arch = "h100", threads = (4294967295, 4294967295, 4294967295), regs = 32)]
fn kernel() {}
