use occupancy::launch_config;

const FILE: &str = "../../kernels/saxpy.cubin";

#[launch_config(arch = "h100", threads = 256, cubin = FILE, kernel = "saxpy")]
fn kernel() {}
