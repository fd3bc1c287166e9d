use occupancy::launch_config;

const THREADS: u32 = 256;

#[launch_config(arch = "h100", threads = THREADS, regs = 255, tile(m = 256, n = 256, k = 64, a = 2, b = 2))]
fn gemm() {}
