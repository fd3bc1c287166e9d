use occupancy::launch_config;

const X: u32 = 10;

#[launch_config(arch = "h100", threads = (X, 10), regs = 64)]
fn kernel() {}
