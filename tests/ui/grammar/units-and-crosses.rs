use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 32 x 8, regs = 64, smem = 48KB, static_smem = "4 KiB")]
fn kernel() {}

#[launch_config(arch = "h100", threads = auto(128), regs = 64)]
fn no_range() {}
