use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 96, tile(m = 256, n = 128, k = 64, stages = 4, a = 2, b = 2, extra_regs = 40))]
fn gemm() {}
