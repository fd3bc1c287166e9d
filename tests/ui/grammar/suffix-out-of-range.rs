use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 300u8, regs = 64)]
fn kernel() {}
