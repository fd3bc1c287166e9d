use occupancy::launch_config;

#[launch_config(arch = "a100", threads = 128, regs = 32, ptx = "../../kernels/saxpy.ptx", kernel = "saxpy")]
fn kernel() {}
