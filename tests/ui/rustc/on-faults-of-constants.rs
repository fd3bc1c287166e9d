use occupancy::launch_config;

const THREADS: u32 = 100;
const REGISTERS: u32 = 300;

#[launch_config(arch = ["a100", "h100"], threads = 256, regs = 64, on("h100", threads = THREADS, regs = REGISTERS))]
fn kernel() {}

fn main() {}
