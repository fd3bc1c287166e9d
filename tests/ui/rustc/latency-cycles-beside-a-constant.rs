// What is suggested has the value of the constant.

use occupancy::launch_config;

const BYTES: u32 = 16;

#[launch_config(arch = "h100", threads = 256, regs = 64, hides(cycles = 4000, instructions = 2, bytes = BYTES))]
fn kernel() {}
