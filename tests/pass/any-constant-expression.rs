//! A value can be any constant expression, of any integer type, or a tuple or an array of them.

use occupancy::{Arch, Multiprocessor, Device, compute_capabilities, devices, launch_config};

const LARGE: bool = true;
const TILE: (u8, usize) = (32, 8);
const CUBE: [i64; 3] = [8, 8, 4];
const PAIR: [u8; 2] = [2, 1];
const WIDE: u128 = 4096;
const SIGNED: i128 = 64;
const NAME: &str = "RTX 4090";
const TARGET: &str = "sm_90a";
const BOARD: Device = devices::H100;
const ARCH: Arch = Arch::Device(devices::A100);
const LIMITS: Multiprocessor = compute_capabilities::SM_89;
const GRIDS: [u64; 2] = [66, 132];

const fn registers(large: bool) -> u8 {
    if large { 128 } else { 32 }
}

struct Config {
    threads: (u16, u16),
}

const CONFIG: Config = Config { threads: (64, 4) };

#[launch_config(name = OfBranch, arch = "h100", threads = if cfg!(debug_assertions) { 256 } else { 256 }, regs = 64)]
#[launch_config(name = OfBlockAndMatch, arch = "h100", threads = const { 256 }, regs = match LARGE { true => 128, false => 64 })]
#[launch_config(name = OfStatementsAndCall, arch = "h100", threads = { let warps = 4; warps * 32 }, regs = registers(LARGE))]
#[launch_config(name = OfTuple, arch = "h100", threads = TILE, regs = SIGNED, smem = WIDE, cluster = PAIR[0])]
#[launch_config(name = OfArray, arch = "h100", threads = CUBE, regs = 64u8, grid = (GRIDS[1], 2, 1))]
#[launch_config(name = OfField, arch = "h100", threads = CONFIG.threads, regs = 64, grid = if LARGE { (64, 64) } else { (8, 8) })]
#[launch_config(name = OfName, arch = NAME, threads = 256, regs = 64)]
#[launch_config(name = OfTarget, arch = TARGET, threads = 256, regs = 64)]
#[launch_config(name = OfBoard, arch = if LARGE { BOARD } else { devices::A100 }, threads = 256, regs = 64)]
#[launch_config(name = OfArch, arch = ARCH, threads = 256, regs = 64)]
#[launch_config(name = OfLimits, arch = LIMITS, threads = 256, regs = 64)]
fn kernel() {}

fn main() {
    assert_eq!(OfBranch::BLOCK_DIM, (256, 1, 1));
    assert_eq!(OfBlockAndMatch::REGISTERS_PER_THREAD, 128);
    assert_eq!(OfStatementsAndCall::BLOCK_DIM, (128, 1, 1));
    assert_eq!(OfStatementsAndCall::REGISTERS_PER_THREAD, 128);
    assert_eq!(OfTuple::BLOCK_DIM, (32, 8, 1));
    assert_eq!(OfTuple::DYNAMIC_SHARED_MEMORY, 4096);
    assert_eq!(OfTuple::CLUSTER_DIM, Some((2, 1, 1)));
    assert_eq!(OfArray::BLOCK_DIM, (8, 8, 4));
    assert_eq!(OfArray::configured().grid_dim(), (132, 2, 1));
    assert_eq!(OfField::BLOCK_DIM, (64, 4, 1));
    assert_eq!(OfField::configured().grid_dim(), (64, 64, 1));
    assert_eq!(OfName::SM_COUNT, 128);
    assert_eq!(OfTarget::TARGET, "sm_90a");
    assert_eq!(OfBoard::SM_COUNT, 132);
    assert_eq!(OfBoard::persistent().waves().count(), 1);
    assert_eq!(OfBoard::TARGET, "sm_90");
    assert_eq!(OfArch::ARCHS, [ARCH]);
    // Only the compiler knows that it is a device.
    assert_eq!(OfArch::SM_COUNT, 108);
    assert_eq!(OfLimits::TARGET, "sm_89");
}
