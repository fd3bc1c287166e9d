use occupancy::launch_config;

const BYTES: usize = 64 << 10;

#[launch_config(arch = "h100", threads = 256, regs = 128, smem = BYTES, tile(m = 128, n = 128, k = 64, stages = 3, a = 2, b = 2))]
fn gemm() {}
