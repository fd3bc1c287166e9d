use occupancy::launch_config;

const ROWS: u32 = 33;
const REGS: u32 = 200;
const MOST: usize = 40_000;

#[launch_config(
    arch = [
        "h100", "a100", "b200", "rtx4090", "a10", "v100",
        "t4", "h200", "l4", "p100", "rtx3090", "gh200",
    ],
    threads = (1, ROWS),
    regs = REGS,
    smem = MOST,
    static_smem = 3000,
    grid = 999,
    min_blocks = 9,
    min_occupancy = 0.9,
    hides(cycles = 2000, instructions = 1),
    tail_efficiency = 0.999,
    allow(partial_warp),
)]
fn every_demand() {}

#[launch_config(
    arch = [
        "h100", "a100", "b200", "rtx4090", "a10", "v100",
        "t4", "h200", "l4", "p100", "rtx3090", "gh200",
    ],
    threads = auto,
    regs = REGS,
    smem = MOST,
    elements = 1_000_000,
    min_blocks = 9,
    min_occupancy = 0.9,
    hides(cycles = 2000, instructions = 1),
    tail_efficiency = 0.999,
)]
fn no_block_size() {}

fn main() {}
