use occupancy::launch_config;
const HALF: f32 = 0.5;
const NAME: &str = "h100";
const RATIO: f32 = 0.5;
const TEXT: &str = "registers";

#[launch_config(name = Float, arch = "h100", threads = 256, regs = 64, smem = HALF)]
#[launch_config(name = String, arch = NAME, threads = 256, regs = 64)]
#[launch_config(name = Ratio, arch = "h100", threads = 256, regs = 64, min_occupancy = RATIO)]
#[launch_config(name = Gemm, arch = "h100", threads = 256, regs = 64, tile(m = 64, n = 64, k = 32, accumulator = TEXT))]
fn kernel() {}

fn main() {}
