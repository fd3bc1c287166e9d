use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, cubin = "../../kernels/saxpy.ptx", kernel = "saxpy")]
fn text() {}

#[launch_config(arch = "h100", threads = 256, regs = 32, ptx = "../../kernels/saxpy.cubin", kernel = "saxpy")]
fn machine_code() {}
