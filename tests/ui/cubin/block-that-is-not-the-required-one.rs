use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, cubin = "../../kernels/clusters.cubin", kernel = "exact")]
fn kernel() {}
