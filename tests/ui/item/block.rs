use occupancy::launch_config;

struct Kernels;

#[launch_config(arch = "h100", threads = 256, regs = 64)]
impl Kernels {
    fn gemm(&self) {}
}

#[launch_config]
impl Kernels {
    fn saxpy(&self) {}
}

#[launch_config(arch = "h100", threads = 256, regs = 64)]
trait Kernel {
    fn launch();
}

#[launch_config(arch = "h100", threads = 256, regs = 64)]
unsafe trait UnsafeKernel {}
