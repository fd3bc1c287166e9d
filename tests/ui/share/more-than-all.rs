use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, sms = 144)]
fn kernel() {}

fn main() {}
