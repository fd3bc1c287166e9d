use occupancy::launch_config;

#[launch_config(arch = ["h100", "b200"], threads = 256, regs = 64, on("b200", hides(cycles = 400, instructions = 30)))]
fn kernel() {}
