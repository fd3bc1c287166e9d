use occupancy::launch_config;

#[launch_config(arch = "h100", threads = auto(64, 512), regs = 64)]
fn kernel() {}
