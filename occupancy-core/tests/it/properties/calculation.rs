//! As many blocks are resident as a second calculation places, one after the other. `total` has the invariants of any
//! occupancy.

use occupancy_core::compute_capabilities::{SM_60, SM_90};
use occupancy_core::{Kernel, Multiprocessor};

use crate::any_configuration::for_random;
use crate::common::{MADE_UP, STEP, block, blocks, shared_memory_allowed};

/// `value` rounded up to a multiple of `unit`, found by counting.
fn in_units(value: u64, unit: u32) -> u64 {
    let mut units = (0..).map(|units: u64| units * u64::from(unit));
    units.find(|taken| *taken >= value).expect("a multiple")
}

/// The blocks of a kernel without barriers that an SM holds, placed one after the other: each warp in the part of the SM
/// that has the most registers left.
fn placed(sm: &Multiprocessor, kernel: &Kernel) -> u32 {
    let (x, y, z) = kernel.block_dim;
    let (max_x, max_y, max_z) = sm.max_block_dim();
    let threads = kernel.threads_per_block();
    let is_legal = threads <= sm.max_threads_per_block().into();
    if !is_legal || x > max_x || y > max_y || z > max_z {
        return 0;
    }
    let warps = (0..threads).step_by(sm.warp_size() as usize).count();
    let registers = kernel.registers_on(sm);
    if registers > sm.max_registers_per_thread() {
        return 0;
    }
    let granule = sm.register_allocation_unit() / sm.warp_size();
    let of_thread = in_units(registers.into(), granule);
    let of_warp = of_thread * u64::from(sm.warp_size());
    // A block of 6.0 has to run on the four parts of 6.1.
    let parts = match sm.name() {
        "6.0" => 4,
        _ => sm.sub_partitions(),
    };
    let of_fullest = (0..warps).step_by(parts as usize).count() as u64;
    if of_fullest * of_warp * u64::from(parts) > sm.registers_per_block().into() {
        return 0;
    }
    let reserved = u64::from(sm.reserved_shared_memory_per_block());
    let bytes = kernel.shared_memory() + reserved;
    let memory = in_units(bytes, sm.shared_memory_allocation_unit());
    if kernel.shared_memory() > shared_memory_allowed(sm, kernel).into() {
        return 0;
    }
    let part = u64::from(sm.registers_per_sm() / sm.sub_partitions());
    let mut parts = vec![part; sm.sub_partitions() as usize];
    let mut free_memory = u64::from(sm.shared_memory_per_sm());
    let mut free_warps = sm.max_warps_per_sm() as usize;
    let slots = match warps {
        1 if sm.lone_warps_take_no_slot() => sm.max_warps_per_sm(),
        _ => sm.max_blocks_per_sm(),
    };
    for blocks in 0..slots {
        if free_warps < warps || free_memory < memory {
            return blocks;
        }
        (free_warps, free_memory) = (free_warps - warps, free_memory - memory);
        for _ in 0..warps {
            let most = parts.iter_mut().max().expect("a part");
            match most.checked_sub(of_warp) {
                Some(left) => *most = left,
                None => return blocks,
            }
        }
    }
    slots
}

/// For every block of whole warps with every number of registers, and at random.
#[test]
fn as_many_blocks_are_resident_as_can_be_placed() {
    let hold = |sm: &Multiprocessor, kernel: &Kernel| {
        let (resident, placed) = (blocks(sm, kernel), placed(sm, kernel));
        assert_eq!(resident, placed, "{}: {kernel:?}", sm.name());
    };
    for sm in MADE_UP.iter().chain([&SM_60, &SM_90]) {
        for warps in 1..=sm.max_threads_per_block() / sm.warp_size() {
            for registers in (0..=sm.max_registers_per_thread() + 1).step_by(STEP) {
                hold(sm, &block(warps * sm.warp_size(), registers));
            }
        }
    }
    for_random(20_000, |random| {
        let sm = match random.next() % 2 {
            0 => &MADE_UP[random.index(MADE_UP.len())],
            _ => random.multiprocessor(),
        };
        let kernel = random
            .kernel()
            .with_carveout(None)
            .with_barriers(0)
            .with_sgprs(0)
            .with_virtual_resources(0);
        if kernel.shared_memory() < 1 << 20 && kernel.threads_per_block() > 0 {
            hold(sm, &kernel);
        }
    });
}
