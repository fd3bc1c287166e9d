use occupancy::launch_config;

#[launch_config(arch = ["h100", "mi355x"], threads = 256, regs = 64)]
fn kernel() {}
