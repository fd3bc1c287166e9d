use occupancy::launch_config;

const ROWS: u32 = 4096;
const COLUMNS: i64 = 0;

#[launch_config(
    arch = "h100",
    threads = 256,
    regs = 128,
    grid = 10,
    tile(m = 128, n = 128, k = 64, stages = 2, a = 2, b = 2, problem = (ROWS, 4096)),
)]
fn problem() {}

#[launch_config(
    arch = "h100",
    threads = 256,
    regs = 128,
    tile(m = 128, n = 128, k = 64, stages = 2, a = 2, b = 2, problem = (4096, COLUMNS)),
)]
fn problem_of_constants() {}

fn main() {}
