use occupancy::launch_config;

use occupancy::{Device, compute_capabilities::SM_89};

const LAPTOP: Device = Device::new("RTX 4090 Laptop", &SM_89, 76);

#[launch_config(arch = ["a100", LAPTOP], threads = 256, regs = 64, on(LAPTOP, threads = 512))]
fn kernel() {}
