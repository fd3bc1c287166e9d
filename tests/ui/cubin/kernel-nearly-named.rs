use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, cubin = "../../kernels/shared.cubin", kernel = "pipelin")]
fn kernel() {}
