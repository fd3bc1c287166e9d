use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 128, min_blocks = 5, cubin = "../../kernels/shared.cubin", kernel = "pipeline")]
fn kernel() {}
