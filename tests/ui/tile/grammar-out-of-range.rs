use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, tile(m = 5_000_000_000, n = 128, k = 64, stages = -1))]
fn gemm() {}
