use occupancy::launch_config;

#[launch_config(arch = "рабочая станция 🦀", threads = 256, regs = 64)]
fn kernel() {}

fn main() {}
