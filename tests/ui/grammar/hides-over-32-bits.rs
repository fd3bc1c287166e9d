use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, hides(cycles = 5_000_000_000, instructions = 60))]
fn kernel() {}
