use occupancy::{compute_capabilities, launch_config};

#[launch_config(arch = compute_capabilities::SM_90, threads = 256, regs = 64, grid = 528, tail_efficiency = 0.9)]
fn kernel() {}

fn main() {}
