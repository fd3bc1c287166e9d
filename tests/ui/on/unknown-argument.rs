use occupancy::launch_config;

#[launch_config(arch = ["a100", "h100"], threads = 256, regs = 64, on("h100", thread = 128))]
fn kernel() {}
