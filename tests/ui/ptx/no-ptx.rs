use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 128, regs = 32, ptx = "../../kernels/saxpy.cu", kernel = "saxpy")]
fn kernel() {}
