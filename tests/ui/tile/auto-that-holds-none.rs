use occupancy::launch_config;

#[launch_config(arch = "h100", threads = auto(64..=128), regs = 255, tile(m = 256, n = 256, k = 32, a = 2, b = 2))]
fn gemm() {}
