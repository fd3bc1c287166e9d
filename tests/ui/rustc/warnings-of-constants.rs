#![deny(deprecated)]
use occupancy::launch_config;

const REGS: u32 = 33;
const BLOCKS: u32 = 600;
const CLUSTER: u32 = 4;
const THREADS: u32 = 96;

#[launch_config(arch = "h100", threads = 256, regs = REGS)]
fn register_cliff() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, grid = (BLOCKS, 1))]
fn last_wave() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, elements = 4 * BLOCKS)]
fn idle_sms() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, cluster = (CLUSTER, CLUSTER))]
fn nonportable_cluster() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, min_blocks = CLUSTER / 2, warn(min_blocks))]
fn min_blocks() {}

#[launch_config(arch = "h100", threads = THREADS, regs = 168, smem = 200 * 1024)]
fn idle_schedulers() {}

fn main() {}
