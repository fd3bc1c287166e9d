use occupancy::launch_config;

#[launch_config(arch = "h100", threads = ("32", 8.0, true), regs = 64)]
fn kernel() {}
