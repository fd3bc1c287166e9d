use occupancy::launch_config;

const THREADS: u64 = 1 << 32;

#[launch_config(arch = "h100", threads = THREADS, regs = 64)]
fn kernel() {}
