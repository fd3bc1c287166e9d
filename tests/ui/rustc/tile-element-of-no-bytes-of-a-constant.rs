use occupancy::launch_config;

const B: usize = 0;

#[launch_config(arch = "h100", threads = 256, regs = 128, tile(m = 128, n = 128, k = 64, a = 2, b = B))]
fn gemm() {}
