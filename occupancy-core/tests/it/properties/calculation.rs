//! Invariants of every occupancy, and that asking for more never keeps more blocks.

use occupancy_core::compute_capabilities::{SM_60, SM_90};
use occupancy_core::{Error, Kernel, Multiprocessor, Occupancy, Resource, gpu::nvidia::WARP_SIZE};

use crate::any_configuration::for_random;
use crate::common::{MADE_UP, STEP, block, blocks, occupancy, shared_memory_allowed};

/// Asserts the invariants of an occupancy.
fn assert_invariants(sm: &Multiprocessor, kernel: &Kernel) {
    let occupancy = occupancy(sm, kernel);
    let limits = Resource::ALL.map(|resource| occupancy.limits.of(resource));
    let least = limits.into_iter().flatten().min();
    let about = format!("{}: {kernel:?}: {occupancy:?}", sm.name());
    assert_eq!(Some(occupancy.blocks_per_sm), least, "{about}");
    let binds = Resource::ALL.into_iter().any(|one| occupancy.binds(one));
    assert!(binds, "nothing binds, {about}");
    let resident = u64::from(occupancy.blocks_per_sm);
    let warps = u64::from(occupancy.warps_per_sm());
    if resident == 0 {
        assert_eq!(warps, 0, "{about}");
    } else {
        assert_eq!(warps, resident * occupancy.warps_per_block, "{about}");
        assert!(
            warps <= u64::from(sm.max_warps_per_sm())
                && resident * occupancy.registers_per_block <= u64::from(sm.registers_per_sm())
                && resident * occupancy.shared_memory_per_block
                    <= u64::from(occupancy.shared_memory_per_sm),
            "over capacity, {about}"
        );
    }
    let is_whole = occupancy.shared_memory_per_sm <= sm.shared_memory_per_sm();
    assert!(is_whole, "{about}");
}

/// The constant for the warp size of NVIDIA's GPUs is that of each of them.
#[test]
fn a_warp_has_32_threads() {
    assert_eq!(WARP_SIZE, 32);
    for sm in occupancy_core::compute_capabilities::ALL {
        assert_eq!(sm.warp_size(), WARP_SIZE, "{}", sm.name());
    }
}

#[test]
fn any_kernel_has_an_occupancy_or_a_reason() {
    for_random(20_000, |random| {
        let (sm, kernel) = (random.multiprocessor(), random.kernel());
        let Err(error) = Occupancy::new(sm, &kernel) else {
            assert_invariants(sm, &kernel);
            return;
        };
        let reason = match kernel.carveout {
            _ if kernel.threads_per_block() == 0 => Error::NoThreads,
            Some(percent @ 101..) => Error::Carveout(percent),
            _ => panic!("{kernel:?}: {error}"),
        };
        assert_eq!(error, reason);
    });
}

#[test]
fn any_more_never_keeps_more_blocks() {
    for_random(20_000, |random| {
        let (sm, kernel) = (random.multiprocessor(), random.kernel());
        let more = random.mostly(1..=64);
        let before = blocks(sm, &kernel);
        // It makes no difference whether shared memory is dynamic or static: only the sum counts.
        if let Ok(total) = u32::try_from(kernel.shared_memory()) {
            let together = kernel
                .with_static_shared_memory(0)
                .with_dynamic_shared_memory(total);
            assert_eq!(blocks(sm, &together), before, "{}: {kernel:?}", sm.name());
        }
        // The shape of a block decides only whether each axis is within its limit.
        let (x, y, z) = kernel.block_dim;
        let (max_x, max_y, max_z) = sm.max_block_dim();
        let threads = kernel.threads_per_block();
        if (1..=max_x.into()).contains(&threads) && y <= max_y && z <= max_z {
            let along_x = kernel.with_block_dim((u32::try_from(threads).unwrap(), 1, 1));
            assert_eq!(blocks(sm, &along_x), before, "{kernel:?}");
        }
        let mut asked = vec![
            kernel.with_registers(kernel.registers_per_thread.saturating_add(more)),
            kernel.with_vgprs(kernel.vgprs.saturating_add(more)),
            kernel.with_sgprs(kernel.sgprs.saturating_add(more)),
            kernel.with_static_shared_memory(kernel.static_shared_memory.saturating_add(more)),
            kernel.with_dynamic_shared_memory(kernel.dynamic_shared_memory.saturating_add(more)),
            kernel.with_barriers(kernel.barriers.saturating_add(more)),
            kernel.with_virtual_resources(kernel.virtual_resources.saturating_add(more)),
        ];
        if kernel.threads_per_block() > 0 {
            asked.push(kernel.with_block_dim((x.saturating_add(more), y, z)));
        }
        for asked in asked {
            assert!(blocks(sm, &asked) <= before, "{}: {asked:?}", sm.name());
        }
    });
}

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
