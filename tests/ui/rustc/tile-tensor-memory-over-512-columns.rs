use occupancy::launch_config;

#[launch_config(arch = "b200", threads = 256, regs = 168, tile(m = 256, n = 512, k = 32, stages = 2, a = 2, b = 2, accumulator = tensor_memory))]
fn gemm() {}
