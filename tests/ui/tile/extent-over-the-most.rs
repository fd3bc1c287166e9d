use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 128, tile(m = 128, n = 65_537, k = 64))]
fn gemm() {}
