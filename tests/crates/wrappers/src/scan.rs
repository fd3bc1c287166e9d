//! Prefix sums.

use occupancy::{Ratio, launch_config};

use crate::sizes::REGISTERS as SHARED_BUDGET;

const THREADS: u32 = 256;
const ITEMS: u32 = 16;
const ENOUGH: Ratio = Ratio::new(1, 2).unwrap();

/// A decoupled look-back scan.
#[launch_config(
    arch = "b200",
    threads = THREADS,
    regs = SHARED_BUDGET,
    items_per_thread = ITEMS,
    smem = (THREADS * ITEMS) as usize * size_of::<u32>(),
    min_occupancy = ENOUGH,
    elements = 1 << 30
)]
pub fn exclusive_scan() {}

/// A host function with its kernel inside.
pub fn segmented() -> u32 {
    const FLAGS: u32 = 1024;

    /// The head flags of the segments.
    #[launch_config(arch = "h100", threads = 128, regs = 24, static_smem = FLAGS)]
    fn heads() {}

    heads();
    HeadsLaunch::BLOCKS_PER_SM
}
