use occupancy::launch_config;

const TOO_MANY: u32 = 2048;

struct Kernels;

#[launch_config(arch = "h100", thread = 256, regs = 64, regs = 32, name = KernelsLaunch, foo = 1)]
impl Kernels {
    #[launch_config]
    fn gemm() {}

    #[launch_config(threads = 128)]
    fn saxpy() {}
}

#[launch_config(arch = "h100", threads = 1000)]
impl Kernels {
    #[launch_config(regs = 64)]
    fn partial() {}

    #[launch_config(regs = 32)]
    fn partial_too() {}

    #[launch_config(thread = 128, regs = 64)]
    fn misspelt() {}

    #[launch_config(threads = 128)]
    fn without_regs() {}

    #[launch_config()]
    fn without_regs_too() {}
}

#[launch_config(arch = "h101", threads = 256, regs = 64)]
impl Kernels {
    #[launch_config(arch = "h100")]
    fn replaces_the_fault() {}
}

#[launch_config(arch = "h100", threads = super::TOO_MANY, regs = 64)]
mod kernels {
    #[occupancy::launch_config]
    fn gemm() {}

    #[occupancy::launch_config(regs = 32)]
    fn saxpy() {}
}

#[launch_config(arch = "h100", threads = 256, regs = 64)]
impl Kernels {
    fn not_annotated() {}
}

fn main() {}
