use occupancy::launch_config;

trait Kernel {
    #[launch_config(arch = "h100", threads = 256, regs = 64)]
    fn launch(&self);
}
