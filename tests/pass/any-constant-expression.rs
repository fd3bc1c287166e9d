//! Whatever the compiler evaluates in a constant goes, of any integer type, and as a tuple or an array.

use occupancy::{Arch, ComputeCapability, Device, compute_capabilities, devices, launch_config};

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
const LIMITS: ComputeCapability = compute_capabilities::SM_89;
const GRIDS: [u64; 2] = [66, 132];

const fn registers(large: bool) -> u8 {
    if large { 128 } else { 32 }
}

struct Config {
    threads: (u16, u16),
}

const CONFIG: Config = Config { threads: (64, 4) };

#[launch_config(arch = "h100", threads = if cfg!(debug_assertions) { 256 } else { 256 }, regs = 64)]
fn branch() {}

#[launch_config(arch = "h100", threads = const { 256 }, regs = match LARGE { true => 128, false => 64 })]
fn block_and_match() {}

#[launch_config(arch = "h100", threads = { let warps = 4; warps * 32 }, regs = registers(LARGE))]
fn statements_and_call() {}

#[launch_config(arch = "h100", threads = TILE, regs = SIGNED, smem = WIDE, cluster = PAIR[0])]
fn tuple() {}

#[launch_config(arch = "h100", threads = CUBE, regs = 64u8, grid = (GRIDS[1], 2, 1))]
fn array() {}

#[launch_config(arch = "h100", threads = CONFIG.threads, regs = 64, grid = if LARGE { (64, 64) } else { (8, 8) })]
fn field() {}

#[launch_config(arch = NAME, threads = 256, regs = 64)]
fn name() {}

#[launch_config(arch = TARGET, threads = 256, regs = 64)]
fn target() {}

#[launch_config(arch = if LARGE { BOARD } else { devices::A100 }, threads = 256, regs = 64)]
fn board() {}

#[launch_config(arch = ARCH, threads = 256, regs = 64)]
fn arch() {}

#[launch_config(arch = LIMITS, threads = 256, regs = 64)]
fn limits() {}

fn main() {
    assert_eq!(BranchLaunch::BLOCK_DIM, (256, 1, 1));
    assert_eq!(BlockAndMatchLaunch::REGISTERS_PER_THREAD, 128);
    assert_eq!(StatementsAndCallLaunch::BLOCK_DIM, (128, 1, 1));
    assert_eq!(StatementsAndCallLaunch::REGISTERS_PER_THREAD, 128);
    assert_eq!(TupleLaunch::BLOCK_DIM, (32, 8, 1));
    assert_eq!(TupleLaunch::DYNAMIC_SHARED_MEMORY, 4096);
    assert_eq!(TupleLaunch::CLUSTER_DIM, Some((2, 1, 1)));
    assert_eq!(ArrayLaunch::BLOCK_DIM, (8, 8, 4));
    assert_eq!(ArrayLaunch::configured().grid_dim(), (132, 2, 1));
    assert_eq!(FieldLaunch::BLOCK_DIM, (64, 4, 1));
    assert_eq!(FieldLaunch::configured().grid_dim(), (64, 64, 1));
    assert_eq!(NameLaunch::SM_COUNT, 128);
    assert_eq!(TargetLaunch::TARGET, "sm_90a");
    assert_eq!(BoardLaunch::SM_COUNT, 132);
    assert_eq!(BoardLaunch::persistent().waves().count(), 1);
    assert_eq!(BoardLaunch::TARGET, "sm_90");
    assert_eq!(ArchLaunch::ARCHS, [ARCH]);
    // The compiler knows whether it is a device.
    assert_eq!(ArchLaunch::SM_COUNT, 108);
    assert_eq!(LimitsLaunch::TARGET, "sm_89");
}
