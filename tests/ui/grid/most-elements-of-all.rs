use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, elements = 18446744073709551615)]
fn kernel() {}
