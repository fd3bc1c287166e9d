use occupancy::launch_config;

const HALF: f32 = 0.5;
const NAME: &str = "h100";

#[launch_config(arch = "h100", threads = 256, regs = 64, smem = HALF)]
fn float() {}

#[launch_config(arch = NAME, threads = 256, regs = 64)]
fn string() {}

const RATIO: f32 = 0.5;

#[launch_config(arch = "h100", threads = 256, regs = 64, min_occupancy = RATIO)]
fn ratio() {}

const TEXT: &str = "registers";

#[launch_config(arch = "h100", threads = 256, regs = 64, tile(m = 64, n = 64, k = 32, accumulator = TEXT))]
fn gemm() {}

fn main() {}
