use occupancy::launch_config;

#[launch_config(arch = "b200", threads = 128, regs = 255, tile(m = 128, n = 128, k = 64, accumulator = tensor_memory, extra_regs = 300))]
fn gemm() {}
