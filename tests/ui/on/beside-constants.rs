use occupancy::launch_config;

const REGS: u32 = 64;

#[launch_config(arch = ["a100", "h100"], threads = 256, regs = REGS, on("h100", threads = 128))]
fn kernel() {}

fn main() {}
