use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 128, cubin = saxpy.cubin, kernel = "saxpy")]
fn kernel() {}
