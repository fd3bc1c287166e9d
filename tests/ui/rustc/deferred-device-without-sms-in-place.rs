use occupancy::{Device, compute_capabilities::SM_89, launch_config};

#[launch_config(arch = Device::new("some board", &SM_89, 0), threads = 256, regs = 64)]
fn kernel() {}

fn main() {}
