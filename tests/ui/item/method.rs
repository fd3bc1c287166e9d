use occupancy::launch_config;

struct Kernel;

impl Kernel {
    const THREADS: u32 = 256;

    #[launch_config(arch = "h100", threads = 256, regs = 64)]
    fn new() -> Self {
        Self
    }

    #[launch_config(arch = "h100", threads = 256, regs = 64)]
    fn by_reference(&self, elements: u64) -> u64 {
        elements
    }

    #[launch_config(arch = "h100", threads = 256, regs = 64)]
    pub fn by_mutable_reference<'a>(&'a mut self) {}

    #[launch_config(arch = "h100", threads = 256, regs = 64)]
    fn by_value(self) {}

    #[launch_config(arch = "h100", threads = 256, regs = 64)]
    fn of_typed_self(self: Box<Self>) {}

    #[launch_config(arch = "h100", threads = Self::THREADS, regs = 64)]
    fn gemm() {}
}

trait Launch {
    #[launch_config(arch = "h100", threads = 256, regs = 64)]
    fn of_a_trait(&self);

    #[launch_config(arch = "h100", threads = 256, regs = 64)]
    fn launch(n: u32);
}

unsafe extern "C" {
    #[launch_config(arch = "h100", threads = 256, regs = 64)]
    fn launch_gemm(n: u32);
}
