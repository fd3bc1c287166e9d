#![deny(deprecated)]

use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, cubin = "../../kernels/recursive.cubin", kernel = "recursive")]
fn kernel() {}

fn main() {}
