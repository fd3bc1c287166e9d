use occupancy::{devices, launch_config};

#[launch_config(name = Kernel, arch = devices::B200, threads = 256, cubin = "../../kernels/reduce.fatbin", kernel = "reduce")]
#[launch_config(name = Other, arch = devices::B200, threads = 256, cubin = "../../kernels/reduce.fatbin", kernel = "reduction")]
#[launch_config(name = NoFile, arch = "h100", threads = 256, cubin = "../../kernels/none.cubin", kernel = "saxpy")]
fn kernel() {}

fn main() {}
