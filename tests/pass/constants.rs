//! Constants and expressions in the place of numbers and GPUs.

use occupancy::{Ratio, compute_capabilities, devices, launch_config};

const WARPS: usize = 8;
const REGS: u8 = 64;
const STAGES: usize = 2;
const TILE: usize = 4096;
const QUARTER: Ratio = match Ratio::new(1, 4) {
    Some(quarter) => quarter,
    None => Ratio::ZERO,
};

mod sizes {
    pub(crate) const BLOCK: (u32, u32) = (32, 8);
}

const fn elements() -> u64 {
    1 << 20
}

#[launch_config(
    arch = "h100",
    threads = self::WARPS * 32,
    regs = REGS,
    min_blocks = STAGES,
    smem = STAGES * TILE * size_of::<f32>(),
    static_smem = TILE.div_ceil(3),
    barriers = if_unused(),
    carveout = 100 - QUARTER.denominator(),
    elements = elements(),
    items_per_thread = i32::pow(2, 2),
    min_occupancy = QUARTER,
    max_blocks = 2 * STAGES,
    hides(
        cycles = elements() >> 16,
        instructions = WARPS,
        wait = occupancy::kernel::Wait::First,
        bytes = { 4 * WARPS },
    ),
    tile(
        m = WARPS * 8,
        n = { 64 },
        k = STAGES * 8,
        stages = STAGES,
        a = size_of::<f32>(),
        b = size_of::<u16>(),
        accumulator = occupancy::kernel::Accumulator::Registers,
        extra_regs = REGS / 2,
        problem = (elements() >> 10, TILE),
    ),
    tail_efficiency = QUARTER,
)]
fn every_argument() {}

const fn if_unused() -> u16 {
    1
}

#[launch_config(
    arch = [devices::A100, "h100", compute_capabilities::SM_100],
    threads = (WARPS, 8, 1),
    regs = REGS as u32,
    grid = (WARPS as u32, 2),
    allow(idle_sms),
)]
fn several() {}

struct Tuned {
    threads: u32,
}

const TUNED: Tuned = Tuned { threads: 128 };

// As a field, a path or a function, the name of an argument is any name.
#[launch_config(
    arch = "h100",
    threads = TUNED.threads,
    regs = sizes::BLOCK.0,
    elements = elements(),
)]
fn names_of_arguments(threads: u32, sizes: u32, elements: u64) -> u64 {
    u64::from(threads) + u64::from(sizes) + elements
}

fn main() {
    every_argument();
    several();

    assert_eq!(EveryArgumentLaunch::BLOCK_DIM, (256, 1, 1));
    assert_eq!(EveryArgumentLaunch::WARPS_PER_BLOCK, 8);
    assert_eq!(EveryArgumentLaunch::REGISTERS_PER_THREAD, 64);
    assert_eq!(EveryArgumentLaunch::DYNAMIC_SHARED_MEMORY, 32 * 1024);
    assert_eq!(EveryArgumentLaunch::STATIC_SHARED_MEMORY, 1366);
    assert_eq!(EveryArgumentLaunch::ITEMS_PER_THREAD, 4);
    assert_eq!(EveryArgumentLaunch::BLOCKS_PER_SM, 4);
    assert_eq!(EveryArgumentLaunch::LAUNCH_BOUNDS, "__launch_bounds__(256, 4)");
    assert_eq!(EveryArgumentLaunch::DEFINES[3], "DYNAMIC_SHARED_MEMORY=32768");
    assert_eq!(EveryArgumentLaunch::TARGET, "sm_90");
    assert_eq!(EveryArgumentLaunch::configured().grid_dim(), (1024, 1, 1));
    assert_eq!(EveryArgumentLaunch::persistent().grid_dim(), (528, 1, 1));
    assert_eq!(EveryArgumentLaunch::configured().waves().count(), 2);

    assert_eq!(SeveralLaunch::ARCHS.len(), 3);
    assert_eq!(SeveralLaunch::configured().grid_dim(), (8, 2, 1));
    assert_eq!(SeveralLaunch::BLOCKS_PER_SM, 16);

    assert_eq!(names_of_arguments(1, 2, 3), 6);
    assert_eq!(NamesOfArgumentsLaunch::THREADS_PER_BLOCK, 128);
}
