use occupancy::launch_config;

struct Kernels;

impl Kernels {
    #[launch_config(arch = "h100", threads = 256, regs = 64)]
    fn gemm() {}
}

fn main() {}
