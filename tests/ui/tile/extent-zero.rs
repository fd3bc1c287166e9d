use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 128, tile(m = 0, n = 128, k = 64))]
fn gemm() {}
