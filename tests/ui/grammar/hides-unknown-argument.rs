use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, hides(latency = 400, instructions = 60))]
fn kernel() {}
