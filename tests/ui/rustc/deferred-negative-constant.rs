use occupancy::launch_config;

const SMEM: i32 = -16;

#[launch_config(arch = "h100", threads = 256, regs = 64, smem = SMEM)]
fn kernel() {}
