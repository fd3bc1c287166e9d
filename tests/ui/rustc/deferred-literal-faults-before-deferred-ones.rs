use occupancy::launch_config;

const REGS: u32 = 300;

#[launch_config(arch = "h100", threads = 100, regs = REGS)]
fn kernel() {}

fn main() {}
