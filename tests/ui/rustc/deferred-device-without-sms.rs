use occupancy::{Device, compute_capabilities::SM_89, launch_config};

const UNKNOWN: Device = Device::new("some board", &SM_89, 0);

#[launch_config(name = OfAConstant, arch = UNKNOWN, threads = 256, regs = 64)]
#[launch_config(name = InPlace, arch = Device::new("some board", &SM_89, 0), threads = 256, regs = 64)]
fn kernel() {}

fn main() {}
