use occupancy::launch_config;

#[launch_config(arch = "h100", threads = (32, 8), barriers = 0, cubin = "../../kernels/shared.cubin", kernel = "transpose")]
fn kernel() {}
