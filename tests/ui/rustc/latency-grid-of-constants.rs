use occupancy::launch_config;

const BLOCKS: u32 = 132;
const ELEMENTS: u64 = 10_000;

#[launch_config(arch = "h100", threads = 256, regs = 64, grid = BLOCKS, hides(cycles = 400, instructions = 60))]
fn blocks() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, elements = ELEMENTS, hides(bytes = 16))]
fn elements() {}
