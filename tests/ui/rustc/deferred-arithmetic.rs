use occupancy::launch_config;
const NONE: u32 = 0;
const BYTE: u8 = 200;
const MOST: u32 = u32::MAX;
const HALF: f32 = 0.5;

#[launch_config(name = Exact, arch = "h100", threads = 256, regs = MOST + 1, smem = u128::MAX)]
#[launch_config(name = OverItsType, arch = "h100", threads = BYTE * 7, regs = 64)]
#[launch_config(name = WithoutAResult, arch = "h100", threads = 256, regs = 64, smem = 1024 / NONE)]
#[launch_config(name = OfAnotherType, arch = "h100", threads = 256, regs = 64, smem = threads * HALF)]
#[launch_config(name = InACast, arch = "h100", threads = 256, regs = 64, smem = (BYTE * 2) as u32)]
#[launch_config(name = Negative, arch = "h100", threads = 256, regs = BYTE - MOST)]
fn kernel() {}

fn main() {}
