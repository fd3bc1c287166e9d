//! What every occupancy keeps to, and that asking for more never keeps more blocks.

use occupancy_core::{ComputeCapability, Kernel, Occupancy, Resource, gpu::WARP_SIZE};

use crate::any_configuration::for_random;
use crate::common::{KIB, STEP, block, blocks, occupancy};

const CARVEOUTS: [Option<u32>; 8] = [
    None,
    Some(0),
    Some(1),
    Some(14),
    Some(25),
    Some(50),
    Some(75),
    Some(100),
];

/// What is so of every occupancy.
pub(crate) fn hold_invariants(cc: &ComputeCapability, kernel: &Kernel) -> Occupancy {
    let occupancy = occupancy(cc, kernel);
    let limits = Resource::ALL.map(|resource| occupancy.limits.of(resource));
    let least = limits.into_iter().flatten().min();
    let about = || format!("{}: {kernel:?}: {occupancy:?}", cc.name());
    assert_eq!(Some(occupancy.blocks_per_sm), least, "{}", about());
    assert!(
        Resource::ALL.into_iter().any(|one| occupancy.binds(one)),
        "nothing binds, {}",
        about()
    );
    let resident = u64::from(occupancy.blocks_per_sm);
    let warps = u64::from(occupancy.warps_per_sm());
    if resident == 0 {
        assert_eq!(warps, 0, "{}", about());
    } else {
        assert_eq!(warps, resident * occupancy.warps_per_block, "{}", about());
        assert!(
            warps <= u64::from(cc.max_warps_per_sm())
                && resident * occupancy.registers_per_block <= u64::from(cc.registers_per_sm())
                && resident * occupancy.shared_memory_per_block
                    <= u64::from(occupancy.shared_memory_per_sm),
            "over capacity, {}",
            about()
        );
    }
    assert!(
        occupancy.shared_memory_per_sm <= cc.shared_memory_per_sm(),
        "{}",
        about()
    );
    occupancy
}

/// All 19 compute capabilities × 1 to 1024 threads × 0 to 255 registers, where the compiler optimizes.
#[test]
fn more_threads_or_registers_never_keep_more_blocks() {
    for cc in ComputeCapability::ALL {
        let mut fewer_threads = [u32::MAX; 256];
        for threads in (1..=1024).step_by(STEP) {
            let mut fewer_registers = u32::MAX;
            for (registers, before) in (0..).zip(&mut fewer_threads) {
                let kernel = block(threads, registers);
                let now = hold_invariants(cc, &kernel).blocks_per_sm;
                assert!(
                    now <= *before && now <= fewer_registers,
                    "{}: {threads} threads, {registers} registers keep {now} blocks; fewer \
                     threads {before}, one register fewer {fewer_registers}",
                    cc.name()
                );
                (*before, fewer_registers) = (now, now);
            }
        }
    }
}

/// Every size around a multiple of 128 bytes, under every carve-out, with and without the opt-in.
#[test]
fn more_shared_memory_never_keeps_more_blocks() {
    for cc in ComputeCapability::ALL {
        for carveout in CARVEOUTS {
            for optin in [false, true] {
                let kernel = block(64, 32)
                    .with_carveout(carveout)
                    .with_shared_memory_optin(optin);
                let mut before = u32::MAX;
                for bytes in granule_edges(cc) {
                    let kernel = kernel.with_dynamic_shared_memory(bytes);
                    let now = hold_invariants(cc, &kernel).blocks_per_sm;
                    assert!(
                        now <= before,
                        "{}: {kernel:?} keeps {now} blocks, fewer bytes {before}",
                        cc.name()
                    );
                    before = now;
                }
                assert_eq!(before, 0, "{}: past what a block may have", cc.name());
            }
        }
    }
}

/// One byte below, at and above every multiple of 128 bytes, to past what any block may have.
pub(crate) fn granule_edges(cc: &ComputeCapability) -> impl Iterator<Item = u32> + use<> {
    let most = cc.shared_memory_per_sm() + 2 * KIB;
    (0..most)
        .step_by(128)
        .flat_map(|edge| [edge.saturating_sub(1), edge, edge + 1])
}

#[test]
fn more_barriers_or_virtual_resources_never_keep_more_blocks() {
    for cc in ComputeCapability::ALL {
        for threads in (32..=1024).step_by(32) {
            let mut before = u32::MAX;
            for barriers in 0..=18 {
                let kernel = block(threads, 16).with_barriers(barriers);
                let now = hold_invariants(cc, &kernel).blocks_per_sm;
                assert!(now <= before, "{}: {kernel:?}", cc.name());
                assert_eq!(now == 0, barriers > 16, "{}: {kernel:?}", cc.name());
                before = now;
            }
            let mut before = u32::MAX;
            for count in 0..=130 {
                let kernel = block(threads, 16).with_virtual_resources(count);
                let now = hold_invariants(cc, &kernel).blocks_per_sm;
                assert!(now <= before, "{}: {kernel:?}", cc.name());
                let over = cc.virtual_resources_per_sm() > 0 && count > 128;
                assert_eq!(now == 0, over, "{}: {kernel:?}", cc.name());
                before = now;
            }
        }
    }
}

/// The shape of a block decides nothing but whether each axis is within its limit.
#[test]
fn only_the_number_of_threads_counts() {
    for cc in ComputeCapability::ALL {
        for (x, y, z) in [(32, 8, 1), (8, 8, 8), (1, 1, 64), (16, 1, 64), (1, 1024, 1)] {
            assert_eq!(
                occupancy(cc, &Kernel::new((x, y, z), 40)),
                occupancy(cc, &block(x * y * z, 40)),
                "{}: ({x}, {y}, {z})",
                cc.name()
            );
        }
        for dims in [(1, 1, 65), (1025, 1, 1), (1, 1025, 1), (33, 32, 1)] {
            assert_eq!(
                blocks(cc, &Kernel::new(dims, 16)),
                0,
                "{}: {dims:?}",
                cc.name()
            );
        }
    }
}

/// The warp size is a constant of its own; it is the same everywhere.
#[test]
fn a_warp_has_32_threads() {
    assert_eq!(WARP_SIZE, 32);
    for cc in ComputeCapability::ALL {
        assert_eq!(cc.warp_size(), WARP_SIZE, "{}", cc.name());
    }
}

#[test]
fn any_kernel_has_an_occupancy_or_a_reason() {
    for_random(20_000, |random| {
        let (cc, kernel) = (random.compute_capability(), random.kernel());
        let Err(error) = Occupancy::new(cc, &kernel) else {
            hold_invariants(cc, &kernel);
            return;
        };
        let error = error.to_string();
        if kernel.threads_per_block() == 0 {
            assert!(error.contains("no threads"), "{error}");
        } else {
            let percent = kernel.carveout.expect("a carve-out");
            assert!(
                percent > 100 && error.contains(&percent.to_string()),
                "{error}"
            );
        }
    });
}

#[test]
fn any_more_never_keeps_more_blocks() {
    for_random(20_000, |random| {
        let (cc, kernel) = (random.compute_capability(), random.kernel());
        let more = random.mostly(1..=64);
        let before = blocks(cc, &kernel);
        // What is asked dynamically can as well be declared: only the sum counts.
        if let Ok(total) = u32::try_from(kernel.shared_memory()) {
            let together = kernel
                .with_static_shared_memory(0)
                .with_dynamic_shared_memory(total);
            assert_eq!(blocks(cc, &together), before, "{}: {kernel:?}", cc.name());
        }
        let (x, y, z) = kernel.block_dim;
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
            assert!(blocks(cc, &asked) <= before, "{}: {asked:?}", cc.name());
        }
    });
}
