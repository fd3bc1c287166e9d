use occupancy::compute_capabilities::SM_90;
use occupancy::{Device, launch_config};

const QUARTER: Device = Device::new("a quarter of a GPC", &SM_90, 4);

#[launch_config(arch = QUARTER, threads = 1024, regs = 64, cluster = 8)]
fn kernel() {}

fn main() {}
