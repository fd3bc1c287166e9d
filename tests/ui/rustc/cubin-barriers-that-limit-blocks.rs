#![deny(deprecated)]

use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 128, cubin = "../../kernels/shared.cubin", kernel = "pipeline")]
fn kernel() {}

fn main() {}
