//! Tensor memory, registers split between warpgroups, and cooperative grids: compared with the hardware
//! played out, allocation by allocation.

use occupancy_core::{
    Arch, ComputeCapability, Configuration, Device, GridDim, Kernel, Occupancy,
    compute_capabilities,
    model::{
        CooperativeGridError, RegisterChange, RegisterSplit, RegisterSplitError, TensorMemory,
        TensorMemoryError, WARPGROUP_SIZE,
    },
};
use proptest::prelude::*;

use super::any::{any_arch, any_compute_capability, any_kernel, mostly, random};
use crate::common::{arch, block, compute_capability};

/// What ptxas 13.5 accepts, and no other number up to past the largest.
#[test]
fn an_allocation_is_one_of_five_sizes() {
    let sizes: Vec<_> = (0..=2048)
        .filter(|&columns| TensorMemory::allocation(columns).is_ok())
        .collect();
    assert_eq!(sizes, [32, 64, 128, 256, 512]);
    for columns in [1 << 31, u32::MAX] {
        assert_eq!(
            TensorMemory::allocation(columns),
            Err(TensorMemoryError::Columns(columns))
        );
    }
}

/// Every sequence of allocations that fits one SM: blocks get theirs until one of them has to wait.
#[test]
fn blocks_hold_tensor_memory_while_there_are_columns() {
    let cc = compute_capability("10.0");
    let mut sequences: Vec<Vec<u32>> = vec![vec![]];
    let mut seen = 0;
    while let Some(sequence) = sequences.pop() {
        let held: u32 = sequence.iter().sum();
        let mut memory: Option<TensorMemory> = None;
        for &columns in &sequence {
            memory = Some(match memory {
                None => TensorMemory::allocation(columns).unwrap(),
                Some(before) => before.then(columns).unwrap(),
            });
        }
        if let Some(memory) = memory {
            assert_eq!(memory.columns(), held, "{sequence:?}");
            let (mut free, mut blocks) = (512, 0);
            while free >= held {
                (free, blocks) = (free - held, blocks + 1);
            }
            let expected = if blocks == 0 {
                Err(TensorMemoryError::Capacity {
                    columns: held,
                    available: 512,
                })
            } else {
                Ok(blocks)
            };
            assert_eq!(memory.blocks_per_sm_at_most(cc), expected, "{sequence:?}");
            seen += 1;
        }
        if held <= 512 {
            for columns in [32, 64, 128, 256, 512] {
                if sequence.last().is_none_or(|&before| columns <= before) {
                    sequences.push([&sequence[..], &[columns]].concat());
                }
            }
        }
    }
    assert!(seen > 100, "{seen}");
}

/// Tensor memory is where the assembler has its instructions, and where that is not enough to know how
/// much there is, there is no number.
#[test]
fn tensor_memory_is_known_absent_or_refused() {
    let memory = TensorMemory::allocation(32).unwrap();
    for cc in ComputeCapability::ALL {
        let number = (cc.major(), cc.minor());
        let expected = match number {
            (10, _) => Ok(16),
            (11, 0) => Err(TensorMemoryError::Unknown {
                compute_capability: number,
            }),
            _ => Err(TensorMemoryError::Unsupported {
                compute_capability: number,
            }),
        };
        assert_eq!(memory.blocks_per_sm_at_most(cc), expected, "{}", cc.name());
    }
}

/// A program that knows the figure states it.
#[test]
fn a_copy_of_the_limits_may_know_more() {
    let mut ours = compute_capabilities::SM_110.limits();
    ours.tensor_memory_columns_per_sm = Some(256);
    let ours = ComputeCapability::new(ours);
    let memory = TensorMemory::allocation(128).unwrap();
    assert_eq!(memory.blocks_per_sm_at_most(&ours), Ok(2));
}

/// The splits of CUTLASS and of FlashAttention-3, each exactly what launch bounds of its block and one
/// block per SM give: `hopper/flash_fwd_kernel_sm90.h` of Dao-AILab/flash-attention and
/// `include/cutlass/gemm/kernel/sm90_gemm_tma_warpspecialized_cooperative.hpp` of NVIDIA/cutlass.
#[test]
fn the_splits_of_public_kernels_fit() {
    let cc = compute_capability("9.0");
    for (registers, spare) in [
        (&[24, 240, 240][..], 0),
        (&[40, 232, 232], 0),
        (&[32, 160, 160, 160], 0),
        (&[56, 256], (2 * 255 - 56 - 256) * 128),
    ] {
        let warpgroups = u32::try_from(registers.len()).unwrap();
        // The cap of ptxas for one block: 255, or a multiple of 8.
        let at_launch = (65_536 / (warpgroups * WARPGROUP_SIZE) / 8 * 8).min(255);
        let kernel = block(warpgroups * WARPGROUP_SIZE, at_launch);
        let split = RegisterSplit::new(cc, &kernel, registers).unwrap();
        assert_eq!(split.registers_at_launch(), at_launch);
        assert_eq!(split.spare(), spare, "{registers:?}");
        let consumer = registers[1];
        let most = RegisterSplit::most_beside(cc, &kernel, &registers[..1]);
        assert_eq!(most, Ok(consumer), "{registers:?}");
    }
}

/// Plays a split out: who gives back goes first, who takes waits for enough.
fn ends(at_launch: u32, registers: &[u32]) -> bool {
    let mut pool = 0_u64;
    let mut waiting = vec![];
    for &registers in registers {
        let owned = u64::from(at_launch) * u64::from(WARPGROUP_SIZE);
        let wanted = u64::from(registers) * u64::from(WARPGROUP_SIZE);
        if wanted <= owned {
            pool += owned - wanted;
        } else {
            waiting.push(wanted - owned);
        }
    }
    for more in waiting {
        if more > pool {
            return false;
        }
        pool -= more;
    }
    true
}

/// Every register count at launch and every split of two warpgroups.
#[test]
fn a_split_is_accepted_where_it_ends() {
    let cc = compute_capability("9.0");
    for at_launch in 1..=255 {
        let kernel = block(256, at_launch);
        let mut most = None;
        for producer in (0..=272).step_by(8) {
            for consumer in (0..=272).step_by(4) {
                let registers = [producer, consumer];
                let taken = |registers: u32| {
                    registers == at_launch
                        || (24..=256).contains(&registers) && registers.is_multiple_of(8)
                };
                let expected = taken(producer) && taken(consumer) && ends(at_launch, &registers);
                let split = RegisterSplit::new(cc, &kernel, &registers);
                assert_eq!(split.is_ok(), expected, "{at_launch}: {registers:?}");
                if let Ok(split) = split {
                    let spare = 128 * (2 * at_launch - producer - consumer);
                    assert_eq!(split.spare(), u64::from(spare));
                    for registers in registers {
                        let change = match split.change_to(registers) {
                            RegisterChange::Decrease => registers < at_launch,
                            RegisterChange::Keep => registers == at_launch,
                            RegisterChange::Increase => registers > at_launch,
                        };
                        assert!(change);
                    }
                    if consumer.is_multiple_of(8) && consumer >= 24 && producer == 24 {
                        most = most.max(Some(consumer));
                    }
                }
            }
        }
        let beside = RegisterSplit::most_beside(cc, &kernel, &[24]);
        assert_eq!(beside.ok(), most, "{at_launch}");
    }
}

#[test]
fn a_split_of_something_else_is_refused() {
    let cc = compute_capability("9.0");
    let kernel = block(384, 168);
    let refused = |cc: &ComputeCapability, kernel: &Kernel, registers: &[u32]| {
        RegisterSplit::new(cc, kernel, registers).unwrap_err()
    };
    for old in ["7.5", "8.0", "8.9"] {
        assert!(matches!(
            refused(compute_capability(old), &kernel, &[24, 240, 240]),
            RegisterSplitError::Unsupported { .. }
        ));
    }
    let mut next = compute_capabilities::SM_121.limits();
    next.major = 13;
    let next = ComputeCapability::new(next);
    assert_eq!(
        refused(&next, &kernel, &[24, 240, 240]),
        RegisterSplitError::Unsupported {
            compute_capability: (13, 1)
        }
    );
    assert_eq!(
        refused(cc, &block(320, 168), &[24, 240]),
        RegisterSplitError::Block(320)
    );
    for registers in [&[24, 240][..], &[24, 160, 160, 160]] {
        assert_eq!(
            refused(cc, &kernel, registers),
            RegisterSplitError::Warpgroups {
                stated: registers.len(),
                warpgroups: 3
            }
        );
    }
    // A split states each warpgroup, and a question leaves one to ask for: every number of each.
    for warpgroups in 1..=8 {
        let kernel = block(warpgroups * WARPGROUP_SIZE, 32);
        for stated in 0..=9 {
            let registers = vec![32; stated];
            let (few, warpgroups) = (stated < warpgroups as usize, u64::from(warpgroups));
            let split = RegisterSplit::new(cc, &kernel, &registers);
            let wrong = RegisterSplitError::Warpgroups { stated, warpgroups };
            assert_eq!(split.err(), (stated as u64 != warpgroups).then_some(wrong));
            let most = RegisterSplit::most_beside(cc, &kernel, &registers);
            let none_left = RegisterSplitError::NoneLeft { stated, warpgroups };
            assert_eq!(most, if few { Ok(32) } else { Err(none_left) });
        }
    }
    assert_eq!(
        RegisterSplit::most_beside(cc, &block(256, 32), &[56]),
        Err(RegisterSplitError::Pool {
            asked: (56 + 24) * 128,
            pool: 64 * 128
        })
    );
    for kernel in [block(384, 176), block(384, 0), block(2048, 24)] {
        assert_eq!(
            refused(cc, &kernel, &[24, 24, 24]),
            RegisterSplitError::Launch,
            "{kernel:?}"
        );
    }
    assert!(matches!(
        refused(cc, &block(0, 24), &[]),
        RegisterSplitError::Invalid(_)
    ));
}

#[test]
fn cooperative_launches_begin_at_6_0_and_need_a_device() {
    let devices = Device::ALL.iter().copied().map(Arch::Device);
    let compute_capabilities = ComputeCapability::ALL.iter().map(Arch::ComputeCapability);
    for arch in devices.chain(compute_capabilities) {
        let archs = [arch];
        let configuration = Configuration::new(&archs, block(256, 32));
        let cc = arch.compute_capability();
        let most = configuration.max_cooperative_blocks(&arch);
        match arch.sm_count() {
            _ if cc.major() < 6 => assert!(
                matches!(most, Err(CooperativeGridError::Unsupported { .. })),
                "{}",
                arch.name()
            ),
            None => assert_eq!(most, Err(CooperativeGridError::UnknownSmCount)),
            Some(sm_count) => {
                let occupancy = Occupancy::new(cc, &configuration.kernel).unwrap();
                assert_eq!(most, Ok(u64::from(sm_count * occupancy.blocks_per_sm)));
            }
        }
    }
}

#[test]
fn a_cooperative_grid_is_whole_clusters() {
    let archs = [arch("h100")];
    let most = |cluster| {
        let kernel = block(1024, 64).with_cluster_dim(Some((cluster, 1, 1)));
        Configuration::new(&archs, kernel).max_cooperative_blocks(&archs[0])
    };
    assert_eq!(most(1), Ok(132));
    assert_eq!(most(8), Ok(128));
    assert_eq!(most(16), Ok(128));
    for cluster in [0, 17, u32::MAX] {
        assert_eq!(most(cluster), Err(CooperativeGridError::NothingResident));
    }
}

proptest! {
    #![proptest_config(random(5_000))]

    #[test]
    fn any_tensor_memory_has_an_answer(
        cc in any_compute_capability(),
        sizes in prop::collection::vec(
            prop_oneof![9 => prop::sample::select(&[32, 64, 128, 256, 512][..]), 1 => any::<u32>()],
            1..=40,
        ),
    ) {
        let mut memory = TensorMemory::allocation(sizes[0]);
        for &columns in &sizes[1..] {
            memory = memory.and_then(|memory| memory.then(columns));
        }
        let legal = sizes.iter().all(|&columns| [32, 64, 128, 256, 512].contains(&columns))
            && sizes.is_sorted_by(|before, after| before >= after);
        prop_assert_eq!(memory.is_ok(), legal);
        if let Ok(memory) = memory {
            prop_assert_eq!(memory.columns(), sizes.iter().sum::<u32>());
            if let Ok(blocks) = memory.blocks_per_sm_at_most(cc) {
                prop_assert!(blocks >= 1 && blocks * memory.columns() <= 512);
            }
        }
    }

    #[test]
    fn any_split_is_accepted_or_refused(
        cc in any_compute_capability(),
        kernel in any_kernel(),
        registers in prop::collection::vec(
            prop_oneof![9 => (3..=32_u32).prop_map(|eights| eights * 8), 1 => any::<u32>()],
            0..=9,
        ),
    ) {
        let before = Occupancy::new(cc, &kernel);
        match RegisterSplit::new(cc, &kernel, &registers) {
            Ok(split) => {
                prop_assert!(before.is_ok_and(|occupancy| occupancy.blocks_per_sm > 0));
                prop_assert!(ends(kernel.registers_per_thread, &registers));
                prop_assert_eq!(
                    registers.len() as u64 * u64::from(WARPGROUP_SIZE),
                    kernel.threads_per_block()
                );
                // Leaving out what the others have gives at least what the last one has.
                if let [others @ .., last] = &registers[..] {
                    let most = RegisterSplit::most_beside(cc, &kernel, others).unwrap_or(0);
                    prop_assert!(most >= last & !7 || *last == split.registers_at_launch());
                }
            }
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
        let _ = RegisterSplit::most_beside(cc, &kernel, &registers);
    }

    #[test]
    fn any_cooperative_grid_is_resident_or_refused(
        arch in any_arch(),
        kernel in any_kernel(),
        cluster in prop::option::of((mostly(0..=9_u32), 1..=2_u32, Just(1_u32))),
        (x, y, z) in (mostly(1..=9_999_u32), 1..=3_u32, 1..=3_u32),
    ) {
        let archs = [arch];
        let kernel = kernel.with_cluster_dim(cluster);
        let configuration = Configuration::new(&archs, kernel);
        let most = configuration.max_cooperative_blocks(&arch);
        if let Ok(most) = most {
            let blocks = Occupancy::new(arch.compute_capability(), &kernel)
                .map_or(0, |occupancy| occupancy.blocks_per_sm);
            let held = u64::from(arch.sm_count().unwrap_or(0)) * u64::from(blocks);
            prop_assert!(most <= held && held - most < kernel.blocks_per_cluster());
            prop_assert!(most.is_multiple_of(kernel.blocks_per_cluster()));
            if cluster.is_some() {
                let clusters = configuration.resident_clusters_at_most(&arch);
                prop_assert_eq!(clusters, Some(most / kernel.blocks_per_cluster()));
            }
        }
        if let Ok(grid) = GridDim::new((x, y, z)) {
            let checked = configuration.check_cooperative(&arch, grid);
            prop_assert_eq!(
                checked.is_ok(),
                most.is_ok_and(|most| grid.blocks() <= most)
            );
        }
    }
}
