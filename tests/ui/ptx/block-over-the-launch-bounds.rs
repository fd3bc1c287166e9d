use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 512, regs = 32, ptx = "../../kernels/saxpy.ptx", kernel = "saxpy")]
fn kernel() {}
