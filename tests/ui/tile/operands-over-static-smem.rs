use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, static_smem = 8192, tile(m = 64, n = 64, k = 32))]
fn gemm() {}
