#![deny(deprecated)]

use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 512, regs = 32, ptx = "../../kernels/bounds.ptx", kernel = "too_many_blocks")]
fn kernel() {}

fn main() {}
