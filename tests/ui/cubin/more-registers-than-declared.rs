use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 8, cubin = "../../kernels/saxpy.cubin", kernel = "saxpy")]
fn kernel() {}
