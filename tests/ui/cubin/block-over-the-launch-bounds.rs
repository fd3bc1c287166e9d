use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 512, cubin = "../../kernels/saxpy.cubin", kernel = "saxpy")]
fn kernel() {}
