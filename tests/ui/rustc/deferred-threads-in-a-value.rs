use occupancy::launch_config;
const EACH: usize = 32 * size_of::<f32>();
const THREADS: u32 = 512;
const LEAST: usize = 256;

#[launch_config(name = OfAKnownBlock, arch = "h100", threads = 512, regs = 32, smem = threads * EACH, min_blocks = 4)]
#[launch_config(name = OfAConstant, arch = "h100", threads = THREADS, regs = 32, smem = threads * EACH, min_blocks = 4)]
#[launch_config(name = OfASearchedBlock, arch = "h100", threads = auto(256..=1024), regs = 32, smem = threads * EACH, min_blocks = 8)]
#[launch_config(name = OfADifferenceOfNumbers, arch = "h100", threads = 512, regs = 32, smem = (threads - 256) * 256, min_blocks = 4)]
#[launch_config(name = OfADifference, arch = "h100", threads = 512, regs = 32, smem = (threads - LEAST) * 256, min_blocks = 4)]
fn kernel() {}

fn main() {}
