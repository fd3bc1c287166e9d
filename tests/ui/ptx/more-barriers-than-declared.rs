use occupancy::launch_config;

#[launch_config(arch = "h100", threads = (32, 8), regs = 32, barriers = 0, ptx = "../../kernels/shared.ptx", kernel = "transpose")]
fn kernel() {}
