use occupancy::launch_config;

const REGS: u32 = 40;

#[launch_config(arch = "h100", threads = auto, regs = REGS)]
fn kernel() {}

fn main() {}
