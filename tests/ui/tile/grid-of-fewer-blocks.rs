use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 128, grid = 10, tile(m = 128, n = 128, k = 64, stages = 2, a = 2, b = 2, problem = (4096, 4096)))]
fn gemm() {}
