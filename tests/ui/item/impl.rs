use occupancy::launch_config;

struct Kernel;

#[launch_config(arch = "h100", threads = 256, regs = 64)]
impl Kernel {
    fn launch() {}
}
