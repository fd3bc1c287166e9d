use occupancy::launch_config;

const SMEM: u64 = 1 << 32;

#[launch_config(arch = "h100", threads = 256, regs = 64, smem = SMEM)]
fn kernel() {}
