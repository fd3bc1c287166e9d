use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 512, regs = 128, tile(m = 256, n = 256, k = 32, a = 2, b = 2, extra_regs = 1))]
fn gemm() {}
