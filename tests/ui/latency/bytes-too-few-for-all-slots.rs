use occupancy::launch_config;

#[launch_config(arch = "b200", threads = 256, regs = 32, hides(bytes = 4))]
fn kernel() {}
