use occupancy::launch_config;

struct Kernels;

#[launch_config]
impl Kernels {
    const REGISTERS: u32 = 128;

    #[launch_config(arch = "h100", threads = 1000, regs = 64)]
    pub fn gemm(&self) -> u32 {
        KernelsGemmLaunch::THREADS_PER_BLOCK
    }

    #[launch_config(arch = "h100", threads = 1024, regs = Self::REGISTERS)]
    fn saxpy() {}
}

fn main() {}
