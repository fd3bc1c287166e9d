use occupancy::launch_config;

#[launch_config(name = Excluding, arch = "h100", threads = 128, regs = 32, ptx = "../../kernels/bounds.ptx", kernel = "excluding")]
#[launch_config(name = StaticSharedMemory, arch = "h100", threads = 128, regs = 32, ptx = "../../kernels/bounds.ptx", kernel = "tile")]
#[launch_config(name = Stated, arch = "h100", threads = 128, regs = 32, static_smem = 65536, ptx = "../../kernels/bounds.ptx", kernel = "tile")]
#[launch_config(name = Barriers, arch = "h100", threads = 128, regs = 32, ptx = "../../kernels/bounds.ptx", kernel = "high_barrier")]
fn kernel() {}
