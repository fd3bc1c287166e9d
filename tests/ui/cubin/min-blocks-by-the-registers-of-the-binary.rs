use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 512, min_blocks = 5, cubin = "../../kernels/spills.cubin", kernel = "spilling")]
fn kernel() {}
