use occupancy::launch_config;

#[launch_config(arch = "h100", threads = auto(128..=512), regs = 64, elements = 100000, tail_efficiency = 1)]
fn kernel() {}
