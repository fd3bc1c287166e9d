use occupancy::launch_config;

const DEPTH: u64 = 0;

#[launch_config(arch = "h100", threads = 256, regs = 128, tile(m = 128, n = 128, k = DEPTH))]
fn gemm() {}
