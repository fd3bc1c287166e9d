use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 128, tile(m = 128, n = 128, k = 64, a = 0, b = 2))]
fn gemm() {}
