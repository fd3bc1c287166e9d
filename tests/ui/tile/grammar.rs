use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, tile(m = 128, n = 128, depth = 64, accumulator = tmem, problem = 4096))]
fn gemm() {}
