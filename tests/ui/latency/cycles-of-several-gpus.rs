use occupancy::launch_config;

#[launch_config(arch = ["rtx4090", "h100"], threads = 256, regs = 32, hides(cycles = 400, instructions = 30))]
fn kernel() {}
