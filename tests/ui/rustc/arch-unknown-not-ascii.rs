use occupancy::launch_config;

#[launch_config(arch = "рабочая станция 🦀", threads = 256, regs = 64)]
fn kernel() {}

#[launch_config(arch = "..=🦀", threads = 256, regs = 64)]
fn end_of_a_range() {}

fn main() {}
