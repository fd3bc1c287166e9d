//! `regs = auto`: the most registers that launch bounds leave.

use occupancy::{Arch, compute_capabilities::SM_60, devices::H100, launch_config};

const GPU: Arch = Arch::Device(H100);
const THREADS: u32 = 256;
const BLOCKS: u8 = 4;

#[launch_config(arch = "h100", threads = 256, regs = auto)]
fn alone() {}

#[launch_config(arch = "h100", threads = 256, min_blocks = 4, regs = auto)]
fn four() {}

#[launch_config(arch = GPU, threads = THREADS, min_blocks = BLOCKS, regs = auto, warn(low_occupancy))]
fn constants() {}

#[launch_config(arch = ["t4", "h100"], threads = (32, 8), smem = threads * 4, regs = auto, on("h100", min_blocks = 8))]
fn several() {}

// Two sub-partitions leave blocks of three warps other registers than four do.
#[launch_config(arch = ["6.0", "h100"], threads = 96, min_blocks = 16, regs = auto)]
fn uneven() {}

fn main() {
    assert_eq!(AloneLaunch::REGISTERS_PER_THREAD, 255);
    assert_eq!(AloneLaunch::BLOCKS_PER_SM, 1);
    assert_eq!(AloneLaunch::LAUNCH_BOUNDS, "__launch_bounds__(256, 1)");
    assert_eq!(FourLaunch::REGISTERS_PER_THREAD, 64);
    assert_eq!(FourLaunch::BLOCKS_PER_SM, 4);
    assert_eq!(FourLaunch::DEFINES[2], "MAX_REGISTERS_PER_THREAD=64");
    assert_eq!(ConstantsLaunch::REGISTERS_PER_THREAD, 64);
    assert_eq!(ConstantsLaunch::LAUNCH_BOUNDS, "__launch_bounds__(256, 4)");
    let [t4, h100] = SeveralLaunch::VARIANTS else { panic!() };
    assert_eq!(t4.kernel().registers_per_thread, 255);
    assert_eq!(h100.kernel().registers_per_thread, 32);
    assert_eq!(h100.compile_options().launch_bounds.as_str(), "__launch_bounds__(256, 8)");
    assert_eq!(SM_60.sub_partitions(), 2);
    assert_eq!(UnevenLaunch::REGISTERS_PER_THREAD, 40);
}
