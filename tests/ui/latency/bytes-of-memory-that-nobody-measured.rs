use occupancy::launch_config;

#[launch_config(arch = "l4", threads = 256, regs = 32, hides(cycles = 400, instructions = 60, bytes = 16))]
fn kernel() {}
