#![deny(deprecated)]
use occupancy::launch_config;
const REGS: u32 = 33;
const BLOCKS: u32 = 600;
const CLUSTER: u32 = 4;
const THREADS: u32 = 96;

#[launch_config(name = RegisterCliff, arch = "h100", threads = 256, regs = REGS)]
#[launch_config(name = LastWave, arch = "h100", threads = 256, regs = 64, grid = (BLOCKS, 1))]
#[launch_config(name = IdleSms, arch = "h100", threads = 256, regs = 64, elements = 4 * BLOCKS)]
#[launch_config(name = NonportableCluster, arch = "h100", threads = 256, regs = 64, cluster = (CLUSTER, CLUSTER))]
#[launch_config(name = MinBlocks, arch = "h100", threads = 256, regs = 64, min_blocks = CLUSTER / 2, warn(min_blocks))]
#[launch_config(name = IdleSchedulers, arch = "h100", threads = THREADS, regs = 168, smem = 200 * 1024)]
fn kernel() {}

fn main() {}
