use occupancy::launch_config;

const NAME: &str = "saxpy";

#[launch_config(arch = "h100", threads = 256, cubin = "../../kernels/saxpy.cubin", kernel = NAME)]
fn kernel() {}
