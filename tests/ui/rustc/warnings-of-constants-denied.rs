use occupancy::launch_config;

const REGS: u32 = 33;

#[launch_config(arch = "h100", threads = 256, regs = REGS, deny(register_cliff))]
fn in_the_attribute() {}

fn main() {}
