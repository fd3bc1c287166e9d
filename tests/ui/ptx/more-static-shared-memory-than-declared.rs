use occupancy::launch_config;

#[launch_config(arch = "h100", threads = (32, 8), regs = 32, static_smem = 1024, ptx = "../../kernels/shared.ptx", kernel = "transpose")]
fn kernel() {}
