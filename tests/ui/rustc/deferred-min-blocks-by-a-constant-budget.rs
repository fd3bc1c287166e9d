use occupancy::launch_config;

const REGS: u32 = 96;

#[launch_config(arch = "h100", threads = 256, regs = REGS, min_blocks = 3)]
fn kernel() {}
