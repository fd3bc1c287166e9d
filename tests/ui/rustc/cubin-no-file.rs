use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, cubin = "../../kernels/none.cubin", kernel = "saxpy")]
fn kernel() {}

fn main() {}
