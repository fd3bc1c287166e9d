use occupancy::launch_config;

struct Kernel;

impl Kernel {
    #[launch_config(arch = "h100", threads = 256, regs = 64)]
    fn launch(&self, elements: u64) -> u64 {
        elements
    }
}
