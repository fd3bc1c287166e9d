use occupancy::launch_config;

#[launch_config(arch = "h100", threads = (32, 8), static_smem = 1024, cubin = "../../kernels/shared.cubin", kernel = "transpose")]
fn kernel() {}
