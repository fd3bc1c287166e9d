use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 168, tile(m = 128, n = 128, k = 64, stages = 4, a = 2, b = 2, accumulator = tensor_memory))]
fn gemm() {}
