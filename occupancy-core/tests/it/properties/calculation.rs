//! What every occupancy keeps to, and that asking for more never keeps more blocks.

use occupancy_core::{Error, Kernel, Multiprocessor, Occupancy, Resource, gpu::WARP_SIZE};

use crate::any_configuration::for_random;
use crate::common::{blocks, occupancy};

/// What is so of every occupancy.
fn hold_invariants(sm: &Multiprocessor, kernel: &Kernel) {
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

/// The warp size is a constant of its own; it is the same everywhere.
#[test]
fn a_warp_has_32_threads() {
    assert_eq!(WARP_SIZE, 32);
    for sm in Multiprocessor::ALL {
        assert_eq!(sm.warp_size(), WARP_SIZE, "{}", sm.name());
    }
}

#[test]
fn any_kernel_has_an_occupancy_or_a_reason() {
    for_random(20_000, |random| {
        let (sm, kernel) = (random.multiprocessor(), random.kernel());
        let Err(error) = Occupancy::new(sm, &kernel) else {
            hold_invariants(sm, &kernel);
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
        // What is asked dynamically can as well be declared: only the sum counts.
        if let Ok(total) = u32::try_from(kernel.shared_memory()) {
            let together = kernel
                .with_static_shared_memory(0)
                .with_dynamic_shared_memory(total);
            assert_eq!(blocks(sm, &together), before, "{}: {kernel:?}", sm.name());
        }
        // The shape of a block decides nothing but whether each axis is within its limit.
        let (x, y, z) = kernel.block_dim;
        if let (threads @ 1..=1024, 1..=64) = (kernel.threads_per_block(), z) {
            let along_x = (u32::try_from(threads).unwrap(), 1, 1);
            assert_eq!(
                blocks(sm, &kernel.with_block_dim(along_x)),
                before,
                "{kernel:?}"
            );
        }
        let mut asked = vec![
            kernel.with_registers(kernel.registers_per_thread.saturating_add(more)),
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
