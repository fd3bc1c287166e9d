use occupancy::launch_config;

const WARPS: usize = 33;
const REGS: u8 = 0;
const BARRIERS: i64 = 17;

#[launch_config(arch = "h100", threads = WARPS * 32, regs = REGS, barriers = BARRIERS, min_blocks = 0)]
fn first() {}

#[launch_config(arch = "h100", threads = WARPS * 32, regs = REGS, barriers = BARRIERS)]
fn second() {}
