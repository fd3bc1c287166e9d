use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 128, regs = 32, cubin = "../../kernels/saxpy.cubin", ptx = "../../kernels/saxpy.ptx", kernel = "saxpy")]
fn kernel() {}
