use occupancy::launch_config;

#[launch_config(arch = ["a100", "b200"], threads = 256, regs = 64, on("b200" threads = 512))]
fn kernel() {}
