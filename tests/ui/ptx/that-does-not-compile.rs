use occupancy::launch_config;

#[launch_config(name = Excluding, arch = "h100", threads = 128, regs = 32, ptx = "../../kernels/bounds.ptx", kernel = "excluding")]
#[launch_config(name = StaticSharedMemory, arch = "h100", threads = 128, regs = 32, ptx = "../../kernels/bounds.ptx", kernel = "tile")]
#[launch_config(name = Stated, arch = "h100", threads = 128, regs = 32, static_smem = 65536, ptx = "../../kernels/bounds.ptx", kernel = "tile")]
#[launch_config(name = Barriers, arch = "h100", threads = 128, regs = 32, ptx = "../../kernels/bounds.ptx", kernel = "high_barrier")]
#[launch_config(name = Less, arch = "h100", threads = (32, 8), regs = 32, static_smem = 1024, ptx = "../../kernels/shared.ptx", kernel = "transpose")]
#[launch_config(name = BesideACubin, arch = "h100", threads = 128, regs = 32, cubin = "../../kernels/saxpy.cubin", ptx = "../../kernels/saxpy.ptx", kernel = "saxpy")]
fn kernel() {}
