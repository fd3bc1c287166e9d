use occupancy::launch_config;

macro_rules! kernels {
    () => {};
}

#[launch_config(arch = "h100", threads = 256, regs = 64)]
kernels! {}
