use occupancy::launch_config;

const CLUSTER: u32 = 32;

#[launch_config(arch = "h100", threads = 256, regs = 64, cluster = CLUSTER)]
fn cluster_of_a_constant() {}

const REGS: u32 = 96;

#[launch_config(arch = "h100", threads = 256, regs = REGS, min_blocks = 3)]
fn min_blocks_by_a_constant_budget() {}

const X: u32 = 10;

#[launch_config(arch = "h100", threads = (X, 10), regs = 64)]
fn partial_warp_of_constants_in_a_tuple() {}

const STAGES: usize = 3;
const TILE: usize = 128 * 64;

#[launch_config(arch = "rtx4090", threads = 256, regs = 64, smem = STAGES * TILE * size_of::<f64>())]
fn shared_memory_by_an_expression() {}

const WARPS: usize = 33;
const NO_REGS: u8 = 0;
const BARRIERS: i64 = 17;

#[launch_config(arch = "h100", threads = WARPS * 32, regs = NO_REGS, barriers = BARRIERS, min_blocks = 0)]
fn first() {}

#[launch_config(arch = "h100", threads = WARPS * 32, regs = NO_REGS, barriers = BARRIERS)]
fn second() {}

fn main() {}
