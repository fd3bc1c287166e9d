use occupancy::launch_config;
const SMEM: u128 = 1 << 100;
const THREADS: u64 = 1 << 32;
const OVER_32_BITS: u64 = 1 << 32;
const NEGATIVE: i32 = -16;

#[launch_config(name = ConstantOfTwoToThe100, arch = "h100", threads = 256, regs = 64, smem = SMEM)]
#[launch_config(name = ConstantOutOfRangeOfThreads, arch = "h100", threads = THREADS, regs = 64)]
#[launch_config(name = ConstantOver32Bits, arch = "h100", threads = 256, regs = 64, smem = OVER_32_BITS)]
#[launch_config(name = NegativeConstant, arch = "h100", threads = 256, regs = 64, smem = NEGATIVE)]
fn kernel() {}

fn main() {}
