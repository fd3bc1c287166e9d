use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, grid = 132, hides(cycles = 400, instructions = 60))]
fn blocks() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, elements = 50_000, hides(bytes = 16))]
fn elements() {}
