use occupancy::launch_config;

const LATENCY: usize = 400;
const PARALLEL: u8 = 30;

#[launch_config(arch = "h100", threads = 256, regs = 64, hides(cycles = LATENCY, instructions = PARALLEL))]
fn kernel() {}
