use occupancy::launch_config;

#[launch_config(arch = "a100", threads = 256, regs = 64, on("a100", regs = 32))]
fn kernel() {}
