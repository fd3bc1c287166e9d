use occupancy::launch_config;

#[launch_config(name = Text, arch = "h100", threads = 256, cubin = "../../kernels/saxpy.ptx", kernel = "saxpy")]
#[launch_config(name = MachineCode, arch = "h100", threads = 256, regs = 32, ptx = "../../kernels/saxpy.cubin", kernel = "saxpy")]
fn kernel() {}
