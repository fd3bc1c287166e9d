use occupancy::launch_config;

struct Kernel;

impl Kernel {
    #[launch_config(arch = "h100", threads = 256, regs = 64)]
    pub fn launch<'a>(&'a mut self) {}
}
