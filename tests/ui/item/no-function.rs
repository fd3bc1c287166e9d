use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64)]
pub use std::fmt;

macro_rules! kernels {
    () => {};
}

#[launch_config(arch = "h100", threads = 256, regs = 64)]
kernels! {}

#[launch_config(arch = "h100", threads = 256, regs = 64)]
macro_rules! launches {
    () => {};
}

launches! {}

#[launch_config(arch = "h100", threads = 256, regs = 64)]
type Kernel = u32;
