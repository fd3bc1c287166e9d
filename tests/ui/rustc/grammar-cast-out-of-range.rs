use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, smem = 300 as u8)]
fn kernel() {}

fn main() {}
