use occupancy::launch_config;

#[launch_config(arch = "h100", threads = auto(512..=1024), regs = 200)]
fn kernel() {}
