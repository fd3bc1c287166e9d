use occupancy::{devices, launch_config};

#[launch_config(arch = devices::B200, threads = 256, cubin = "../../kernels/reduce.fatbin", kernel = "reduce")]
fn kernel() {}

#[launch_config(arch = devices::B200, threads = 256, cubin = "../../kernels/reduce.fatbin", kernel = "reduction")]
fn other() {}

fn main() {}
