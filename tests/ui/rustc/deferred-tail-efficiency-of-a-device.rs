use occupancy::{devices, launch_config};

const ELEMENTS: u64 = 150_000;

#[launch_config(arch = devices::H100, threads = 256, regs = 64, elements = ELEMENTS, tail_efficiency = 0.9)]
fn kernel() {}

fn main() {}
