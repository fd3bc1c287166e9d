use occupancy::launch_config;
const REGISTERS: u32 = 128;
const MOST: u32 = 1024;

#[launch_config(name = Size, arch = "h100", threads = any(768, MOST, 32), regs = 128)]
#[launch_config(name = Registers, arch = "h100", threads = any(1024, 32, 768), regs = REGISTERS)]
fn kernel() {}

fn main() {}
