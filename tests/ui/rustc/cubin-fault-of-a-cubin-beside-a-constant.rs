use occupancy::launch_config;

const THREADS: u32 = 512;

#[launch_config(arch = "h100", threads = THREADS, regs = 4 * 2, cubin = "../../kernels/saxpy.cubin", kernel = "saxpy")]
fn kernel() {}

fn main() {}
