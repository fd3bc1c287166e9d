use occupancy::launch_config;
const REGS: u32 = 64;

#[launch_config(name = OfNumbers, arch = "h100", threads = 256, regs = 64)]
#[launch_config(name = OfConstants, arch = "h100", threads = 256, regs = REGS)]
fn kernel() {}

fn main() {
    let _ = OfNumbers::configured();
    let _ = OfConstants::configured();
}
