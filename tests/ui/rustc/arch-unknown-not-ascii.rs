use occupancy::launch_config;

#[launch_config(name = Kernel, arch = "рабочая станция 🦀", threads = 256, regs = 64)]
#[launch_config(name = EndOfARange, arch = "..=🦀", threads = 256, regs = 64)]
fn kernel() {}

fn main() {}
