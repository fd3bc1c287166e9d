use occupancy::launch_config;

const BUDGET: u8 = 96;

#[launch_config(arch = "h100", threads = 256, regs = BUDGET, tile(m = 256, n = 128, k = 64, stages = 4, a = 2, b = 2))]
fn accumulators_over_regs_of_a_constant() {}

const BLOCKS: u32 = 10;
const ROWS: u32 = 4096;

#[launch_config(
    arch = "h100",
    threads = 256,
    regs = 128,
    grid = BLOCKS,
    tile(m = 128, n = 128, k = 64, stages = 2, a = 2, b = 2, problem = (4096, 4096)),
)]
fn grid() {}

#[launch_config(
    arch = "h100",
    threads = 256,
    regs = 128,
    grid = 10,
    tile(m = 128, n = 128, k = 64, stages = 2, a = 2, b = 2, problem = (ROWS, 4096)),
)]
fn problem() {}

const COLUMNS: i64 = 0;

#[launch_config(
    arch = "h100",
    threads = 256,
    regs = 128,
    tile(m = 128, n = 128, k = 64, stages = 2, a = 2, b = 2, problem = (4096, COLUMNS)),
)]
fn problem_of_constants() {}

const TILE_ROWS: u32 = 256;

#[launch_config(
    arch = "b200",
    threads = 256,
    regs = 168,
    tile(m = TILE_ROWS, n = 512, k = 32, stages = 2, a = 2, b = 2, accumulator = tensor_memory),
)]
fn tensor_memory_of_constants() {}

fn main() {}
