use occupancy::launch_config;

const EACH: usize = 32 * size_of::<f32>();
const THREADS: u32 = 512;

#[launch_config(arch = "h100", threads = 512, regs = 32, smem = threads * EACH, min_blocks = 4)]
fn of_a_known_block() {}

#[launch_config(arch = "h100", threads = THREADS, regs = 32, smem = threads * EACH, min_blocks = 4)]
fn of_a_constant() {}

#[launch_config(arch = "h100", threads = auto(256..=1024), regs = 32, smem = threads * EACH, min_blocks = 8)]
fn of_a_searched_block() {}

const LEAST: usize = 256;

#[launch_config(arch = "h100", threads = 512, regs = 32, smem = (threads - 256) * 256, min_blocks = 4)]
fn of_a_difference_of_numbers() {}

#[launch_config(arch = "h100", threads = 512, regs = 32, smem = (threads - LEAST) * 256, min_blocks = 4)]
fn of_a_difference() {}

fn main() {}
