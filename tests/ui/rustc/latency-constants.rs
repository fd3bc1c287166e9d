use occupancy::launch_config;
const DEVICE: occupancy::Device = occupancy::devices::H100;
const BYTES: u32 = 8;
const ORDER: occupancy::kernel::Wait = occupancy::kernel::Wait::First;

#[launch_config(name = Bytes, arch = DEVICE, threads = 256, regs = 64, hides(bytes = BYTES))]
#[launch_config(name = First, arch = "h100", threads = 224, regs = 64, hides(cycles = 400, instructions = 60, wait = ORDER))]
#[launch_config(name = TooFew, arch = "h100", threads = 256, regs = 64, hides(cycles = 400, instructions = 30, wait = ORDER))]
fn kernel() {}

fn main() {}
