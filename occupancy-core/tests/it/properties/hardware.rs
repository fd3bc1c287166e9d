//! Tensor memory and cooperative grids: compared with the hardware
//! played out, allocation by allocation.

use occupancy_core::{
    Arch, ComputeCapability, Configuration, Device, GridDim, Occupancy, compute_capabilities,
    model::{CooperativeGridError, TensorMemory, TensorMemoryError},
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
