#![deny(deprecated)]

use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, min_blocks = 2, cubin = "../../kernels/saxpy.cubin", kernel = "saxpy")]
fn kernel() {}

fn main() {}
