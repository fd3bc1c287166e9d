//! Integers in every notation of Rust, arithmetic on them, and a comma after the last argument.

use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 0x100, regs = 0b0100_0000, smem = 0o200_000)]
fn radixes() {}

#[launch_config(
    arch = "h100",
    threads = 256u32,
    regs = 64_usize,
    elements = 1_048_576_u64
)]
fn suffixes() {}

#[launch_config(
    arch = "h100",
    threads = 4 * (64 - 32) << 1,
    regs = (255 + 1) / 4 % 100,
    smem = 3 * 16 * 1024,
    static_smem = 1 << 10 | 0x80,
    elements = 18_446_744_073_709_551_615 / (1 << 30) - -1,
    r#items_per_thread = 16usize,
)]
fn arithmetic() {}

fn main() {
    assert_eq!(RadixesLaunch::BLOCK_DIM, (256, 1, 1));
    assert_eq!(RadixesLaunch::REGISTERS_PER_THREAD, 64);
    assert_eq!(RadixesLaunch::DYNAMIC_SHARED_MEMORY, 65_536);
    assert_eq!(SuffixesLaunch::THREADS_PER_BLOCK, 256);
    assert_eq!(SuffixesLaunch::configured().grid_dim(), (4096, 1, 1));
    assert_eq!(ArithmeticLaunch::THREADS_PER_BLOCK, 256);
    assert_eq!(ArithmeticLaunch::REGISTERS_PER_THREAD, 64);
    assert_eq!(ArithmeticLaunch::DYNAMIC_SHARED_MEMORY, 49_152);
    assert_eq!(ArithmeticLaunch::STATIC_SHARED_MEMORY, 1152);
    assert_eq!(ArithmeticLaunch::ITEMS_PER_THREAD, 16);
    assert_eq!(ArithmeticLaunch::configured().grid_dim().0, 1 << 22);
}
