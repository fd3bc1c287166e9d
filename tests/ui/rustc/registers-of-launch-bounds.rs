use occupancy::launch_config;
const THREADS: u32 = 256;
const BLOCKS: u8 = 9;
const NONE: usize = 0;

#[launch_config(name = Blocks, arch = "h100", threads = THREADS, min_blocks = BLOCKS, regs = auto)]
#[launch_config(name = Occupancy, arch = "h100", threads = THREADS, regs = auto, min_occupancy = 0.75)]
#[launch_config(name = Nothing, arch = "h100", threads = NONE, min_blocks = NONE, regs = auto, min_occupancy = 0.9)]
#[launch_config(name = Low, arch = "h100", threads = THREADS, regs = auto, warn(low_occupancy, register_cliff))]
fn kernel() {}

fn main() {}
