use occupancy::{Device, compute_capabilities::SM_89, launch_config};

const LAPTOP: Device = Device::new("RTX 4090 Laptop", &SM_89, 76);

#[launch_config(arch = ["h100", LAPTOP], threads = 1024, regs = 32, min_blocks = 2)]
fn kernel() {}

fn main() {}
