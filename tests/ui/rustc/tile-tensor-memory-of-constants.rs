use occupancy::launch_config;

const ROWS: u32 = 256;

#[launch_config(arch = "b200", threads = 256, regs = 168, tile(m = ROWS, n = 512, k = 32, stages = 2, a = 2, b = 2, accumulator = tensor_memory))]
fn gemm() {}
