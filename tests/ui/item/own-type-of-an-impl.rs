use occupancy::launch_config;

struct Kernels;

impl Kernels {
    const THREADS: u32 = 256;

    #[launch_config(arch = "h100", threads = Self::THREADS, regs = 64)]
    fn gemm() {}
}
