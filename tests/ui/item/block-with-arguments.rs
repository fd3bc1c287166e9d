use occupancy::launch_config;

struct Kernels;

#[launch_config(arch = "h100", threads = 256, regs = 64)]
impl Kernels {
    fn gemm(&self) {}
}
