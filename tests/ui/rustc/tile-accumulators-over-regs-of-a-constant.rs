use occupancy::launch_config;

const BUDGET: u8 = 96;

#[launch_config(arch = "h100", threads = 256, regs = BUDGET, tile(m = 256, n = 128, k = 64, stages = 4, a = 2, b = 2))]
fn gemm() {}
