use occupancy::launch_config;

const SMEM: u128 = 1 << 100;

#[launch_config(arch = "h100", threads = 256, regs = 64, smem = SMEM)]
fn constant_of_two_to_the_100() {}

const THREADS: u64 = 1 << 32;

#[launch_config(arch = "h100", threads = THREADS, regs = 64)]
fn constant_out_of_range_of_threads() {}

const OVER_32_BITS: u64 = 1 << 32;

#[launch_config(arch = "h100", threads = 256, regs = 64, smem = OVER_32_BITS)]
fn constant_over_32_bits() {}

const NEGATIVE: i32 = -16;

#[launch_config(arch = "h100", threads = 256, regs = 64, smem = NEGATIVE)]
fn negative_constant() {}

fn main() {}
