use occupancy::launch_config;

const SMEM: u128 = 1 << 100;

#[launch_config(arch = "h100", threads = 256, regs = 64, smem = SMEM)]
fn kernel() {}
