#![deny(deprecated)]

use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 128, ptx = "../../kernels/split.ptx", kernel = "split")]
fn not_stated() {}

fn main() {}
