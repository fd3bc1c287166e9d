//! What is advised for each rule that a configuration of one H100 breaks, by figures worked out by hand.

use occupancy_core::{
    Arch, Configuration, Grid, Kernel, Ratio, Rule, devices,
    kernel::{Argument, Change},
    rules::advice,
};

const H100: &[Arch] = &[devices::H100.arch()];

/// 4 blocks are resident on each of 132 SMs.
const KERNEL: Kernel = Kernel::new((256, 1, 1), 64);

const WITHOUT: Change = Change::Without(Argument::TailEfficiency);

fn advised(rule: Rule, configuration: &Configuration<'_>) -> Vec<Change> {
    assert!(configuration.check().contains(rule), "{rule:?}");
    advice(configuration, rule).as_slice().to_vec()
}

fn ratio(numerator: u64, denominator: u64) -> Ratio {
    Ratio::new(numerator, denominator).unwrap()
}

fn min_occupancy(ratio: Ratio) -> Change {
    Change::Ratio(Argument::MinOccupancy, ratio)
}

fn tail_efficiency(ratio: Ratio) -> Change {
    Change::Ratio(Argument::TailEfficiency, ratio)
}

#[test]
fn of_the_kernel() {
    let resources = KERNEL.with_static_shared_memory(40_000);
    for (rule, kernel, changes) in [
        (
            Rule::EmptyBlock,
            KERNEL.with_block_dim((0, 1, 1)),
            &[Change::Threads((32, 1, 1))][..],
        ),
        (
            Rule::BlockDimension,
            KERNEL.with_block_dim((1, 1, 96)),
            &[Change::Threads((1, 1, 64))],
        ),
        (
            Rule::PartialWarp,
            KERNEL.with_block_dim((100, 1, 1)),
            &[
                Change::Threads((96, 1, 1)),
                Change::Threads((128, 1, 1)),
                Change::AllowPartialWarp,
            ],
        ),
        (
            Rule::RegistersPerThread,
            KERNEL.with_registers(256),
            &[Change::Integer(Argument::Registers, 255)],
        ),
        (
            Rule::RegistersPerThread,
            KERNEL.with_registers(0),
            &[Change::Integer(Argument::Registers, 64)],
        ),
        (
            Rule::RegisterFile,
            Kernel::new((1024, 1, 1), 128),
            &[
                Change::Integer(Argument::Registers, 64),
                Change::Threads((512, 1, 1)),
            ],
        ),
        (
            Rule::StaticSharedMemory,
            KERNEL.with_static_shared_memory(50_000),
            &[
                Change::DynamicInsteadOfStatic(50_000),
                Change::Integer(Argument::StaticSharedMemory, 49_152),
            ],
        ),
        // 227 KiB, of which the other has some.
        (
            Rule::SharedMemory,
            resources.with_dynamic_shared_memory(200_000),
            &[
                Change::Integer(Argument::DynamicSharedMemory, 192_448),
                Change::Integer(Argument::StaticSharedMemory, 32_448),
            ],
        ),
        // Whole units of 16 bytes, but where less is all that there is.
        (
            Rule::SharedMemory,
            KERNEL
                .with_static_shared_memory(20)
                .with_dynamic_shared_memory(232_440),
            &[
                Change::Integer(Argument::DynamicSharedMemory, 232_416),
                Change::Integer(Argument::StaticSharedMemory, 8),
            ],
        ),
        (
            Rule::Barriers,
            KERNEL.with_barriers(17),
            &[Change::Integer(Argument::Barriers, 16)],
        ),
        (
            Rule::Carveout,
            KERNEL.with_carveout(Some(101)),
            &[Change::Integer(Argument::Carveout, 100)],
        ),
    ] {
        let configuration = Configuration::new(H100, kernel);
        assert_eq!(advised(rule, &configuration), changes, "{rule:?}");
    }
}

/// The longest axis is cut to 1,024 threads; where that leaves no whole warps, a square has them.
#[test]
fn of_blocks_that_cannot_launch() {
    for (block_dim, legal) in [
        ((64, 32, 1), (32, 32, 1)),
        ((2048, 1, 1), (1024, 1, 1)),
        ((1, 2048, 1), (1, 1024, 1)),
        ((8, 8, 64), (8, 8, 16)),
        ((16, 16, 8), (8, 16, 8)),
        ((2000, 2, 2), (256, 2, 2)),
        ((1, 0, 4), (32, 1, 4)),
        ((24, 64, 1), (32, 32, 1)),
        ((5, 5, 100), (32, 32, 1)),
    ] {
        let configuration = Configuration::new(H100, Kernel::new(block_dim, 32));
        let broken = configuration.check();
        let rule = broken.iter().next().expect("it cannot launch");
        let changes = advised(rule, &configuration);
        assert_eq!(changes, [Change::Threads(legal)], "{block_dim:?}");
    }
}

/// Along the outermost axis, or wider in x.
#[test]
fn of_partial_warps() {
    for (block_dim, whole) in [
        ((4, 100, 1), &[(4, 96, 1), (8, 100, 1)][..]),
        ((10, 10, 1), &[(16, 10, 1)]),
        ((1, 40, 1), &[(1, 32, 1), (4, 40, 1)]),
        ((1, 1, 40), &[(1, 1, 32), (4, 1, 40)]),
    ] {
        let configuration = Configuration::new(H100, Kernel::new(block_dim, 32));
        let mut changes: Vec<_> = whole.iter().copied().map(Change::Threads).collect();
        changes.push(Change::AllowPartialWarp);
        assert_eq!(
            advised(Rule::PartialWarp, &configuration),
            changes,
            "{block_dim:?}"
        );
    }
}

#[test]
fn of_what_is_demanded() {
    let plain = Configuration::new(H100, KERNEL);
    let half = ratio(1, 2);
    for (rule, configuration, changes) in [
        (
            Rule::ZeroMinBlocks,
            plain.with_min_blocks(0),
            &[Change::Integer(Argument::MinBlocks, 1)][..],
        ),
        (
            Rule::MinBlocks,
            plain.with_min_blocks(5),
            &[
                Change::Integer(Argument::Registers, 48),
                Change::Threads((192, 1, 1)),
                Change::Integer(Argument::MinBlocks, 4),
            ],
        ),
        // Neither alone is enough: a fifth of 228 KiB is 364 units of 128 bytes, of which 8 are reserved.
        (
            Rule::MinBlocks,
            plain
                .with_kernel(KERNEL.with_dynamic_shared_memory(57_344))
                .with_min_blocks(5),
            &[
                Change::RegistersAndDynamicSharedMemory(48, 45_568),
                Change::Integer(Argument::MinBlocks, 4),
            ],
        ),
        (
            Rule::MinOccupancy,
            plain.with_min_occupancy(ratio(3, 4)),
            &[
                Change::Integer(Argument::Registers, 40),
                min_occupancy(half),
            ],
        ),
        // 132 KiB hold 3 blocks of 41,024 bytes, and 164 KiB hold 4.
        (
            Rule::MinBlocks,
            plain
                .with_kernel(
                    KERNEL
                        .with_dynamic_shared_memory(40_000)
                        .with_carveout(Some(50)),
                )
                .with_min_blocks(4),
            &[
                Change::Integer(Argument::DynamicSharedMemory, 32_768),
                Change::Integer(Argument::Carveout, 58),
                Change::Integer(Argument::MinBlocks, 3),
            ],
        ),
        // 32 blocks of one warp are half of 64 warps.
        (
            Rule::MinOccupancy,
            plain
                .with_kernel(Kernel::new((32, 1, 1), 32))
                .with_min_occupancy(ratio(3, 4)),
            &[Change::Threads((64, 1, 1)), min_occupancy(half)],
        ),
        // Percent are meant, or what is reached.
        (
            Rule::MinOccupancyOverOne,
            plain.with_min_occupancy(ratio(40, 1)),
            &[min_occupancy(ratio(2, 5))],
        ),
        (
            Rule::MinOccupancyOverOne,
            plain.with_min_occupancy(ratio(3, 2)),
            &[min_occupancy(half)],
        ),
        (
            Rule::MinOccupancyOverOne,
            plain.with_min_occupancy(ratio(60, 1)),
            &[min_occupancy(half)],
        ),
    ] {
        assert_eq!(advised(rule, &configuration), changes, "{rule:?}");
    }
}

#[test]
fn of_the_grid() {
    let plain = Configuration::new(H100, KERNEL);
    let blocks = |dims| plain.with_grid(Some(Grid::Blocks(dims)));
    let elements = |elements| plain.with_grid(Some(Grid::Elements(elements)));
    // 529 blocks are one wave of 528, and one block more.
    let tail = tail_efficiency(ratio(5_009, 10_000));
    let compute_capability = [Arch::find("9.0").unwrap()];
    for (rule, configuration, changes) in [
        (
            Rule::ZeroItemsPerThread,
            elements(1 << 20).with_integer(Argument::ItemsPerThread, 0),
            &[Change::Integer(Argument::ItemsPerThread, 1)][..],
        ),
        (
            Rule::EmptyGrid,
            blocks((8, 0, 1)),
            &[Change::Grid((8, 1, 1))],
        ),
        (
            Rule::EmptyGrid,
            elements(0),
            &[Change::Integer(Argument::Elements, 1)],
        ),
        (
            Rule::GridDimension,
            blocks((1, 70_000, 1)),
            &[Change::Grid((1, 65_535, 1)), Change::Grid((70_000, 1, 1))],
        ),
        // 2^31 - 1 blocks of 256 threads.
        (
            Rule::GridDimension,
            elements(1 << 40),
            &[
                Change::Integer(Argument::ItemsPerThread, 3),
                Change::Integer(Argument::Elements, 549_755_813_632),
            ],
        ),
        (
            Rule::GridDimension,
            elements(1 << 50),
            &[
                Change::Integer(Argument::ItemsPerThread, 2_049),
                Change::Integer(Argument::Elements, 549_755_813_632),
            ],
        ),
        // More than 4,096 items are no launch configuration.
        (
            Rule::GridDimension,
            elements(4_096 * 549_755_813_632),
            &[
                Change::Integer(Argument::ItemsPerThread, 4_096),
                Change::Integer(Argument::Elements, 549_755_813_632),
            ],
        ),
        (
            Rule::GridDimension,
            elements(1 << 52),
            &[Change::Integer(Argument::Elements, 549_755_813_632)],
        ),
        // Three items make it one wave, and four three quarters of one.
        (
            Rule::TailEfficiency,
            elements(528 * 256 * 3)
                .with_integer(Argument::ItemsPerThread, 4)
                .with_tail_efficiency(Some(ratio(9, 10))),
            &[
                Change::Integer(Argument::ItemsPerThread, 3),
                tail_efficiency(ratio(3, 4)),
            ],
        ),
        (
            Rule::TailEfficiency,
            blocks((529, 1, 1)).with_tail_efficiency(Some(ratio(9, 10))),
            &[Change::Grid((528, 1, 1)), Change::Grid((951, 1, 1)), tail],
        ),
        (
            Rule::TailEfficiencyOverOne,
            blocks((528, 1, 1)).with_tail_efficiency(Some(ratio(90, 1))),
            &[tail_efficiency(ratio(9, 10))],
        ),
        // More than one, but no percentage.
        (
            Rule::TailEfficiencyOverOne,
            blocks((528, 1, 1)).with_tail_efficiency(Some(ratio(3, 2))),
            &[tail_efficiency(Ratio::ONE)],
        ),
        (
            Rule::TailEfficiencyOverOne,
            blocks((529, 1, 1)).with_tail_efficiency(Some(ratio(90, 1))),
            &[tail],
        ),
        (
            Rule::TailWithoutGrid,
            plain.with_tail_efficiency(Some(Ratio::ONE)),
            &[Change::Grid((528, 1, 1)), WITHOUT],
        ),
        (
            Rule::TailWithoutDevice,
            Configuration::new(&compute_capability, KERNEL)
                .with_grid(Some(Grid::Blocks((528, 1, 1))))
                .with_tail_efficiency(Some(Ratio::ONE)),
            &[Change::Device(devices::H100), WITHOUT],
        ),
    ] {
        assert_eq!(advised(rule, &configuration), changes, "{rule:?}");
    }
}

/// What fits is what fits on every GPU of a list, in whichever order.
#[test]
fn of_several_gpus() {
    let kernel = Kernel::new((256, 1, 1), 32);
    for names in [["9.0", "7.5"], ["7.5", "9.0"]] {
        let archs = names.map(|name| Arch::find(name).unwrap());
        let configuration = Configuration::new(&archs, kernel).with_min_blocks(9);
        let advised = advised(Rule::MinBlocks, &configuration);
        assert_eq!(
            advised.last(),
            Some(&Change::Integer(Argument::MinBlocks, 4)),
            "{names:?}"
        );
    }
}

/// The longer of y and z turns to x, or all blocks do, as long as they fit there.
#[test]
fn of_grids_that_are_too_long() {
    let plain = Configuration::new(H100, KERNEL);
    for (dims, changes) in [
        ((3, 70_000, 2), &[(3, 65_535, 2), (70_000, 3, 2)][..]),
        ((3, 2, 70_000), &[(3, 2, 65_535), (70_000, 2, 3)]),
        ((70_000, 70_000, 1), &[(70_000, 65_535, 1)]),
    ] {
        let configuration = plain.with_grid(Some(Grid::Blocks(dims)));
        let changes: Vec<_> = changes.iter().map(|&dims| Change::Grid(dims)).collect();
        assert_eq!(advised(Rule::GridDimension, &configuration), changes);
    }
}

/// 36 times 100 blocks leave 7 waves too empty, 31 times 100 leave 6, and 26 times 100 fill 5.
#[test]
fn of_a_grid_of_rows() {
    let configuration = Configuration::new(H100, KERNEL)
        .with_grid(Some(Grid::Blocks((40, 100, 1))))
        .with_tail_efficiency(Some(ratio(98, 100)));
    assert_eq!(
        advised(Rule::TailEfficiency, &configuration),
        [
            Change::Grid((26, 100, 1)),
            Change::Grid((42, 100, 1)),
            tail_efficiency(ratio(9_469, 10_000)),
        ]
    );
}

/// A grid that fills the waves of one GPU leaves those of the other too empty.
#[test]
fn of_the_waves_of_two_gpus() {
    let archs = ["a100", "h100"].map(|name| Arch::find(name).unwrap());
    let configuration = Configuration::new(&archs, KERNEL)
        .with_grid(Some(Grid::Blocks((1_000, 1, 1))))
        .with_tail_efficiency(Some(ratio(9, 10)));
    // 3 waves of the H100 are 1,584 blocks, and 4 of the A100 1,728.
    assert_eq!(
        advised(Rule::TailEfficiency, &configuration),
        [
            Change::Grid((1_556, 1, 1)),
            tail_efficiency(ratio(1_929, 2_500)),
        ]
    );
}

/// An axis at its limit is of whole clusters, too.
#[test]
fn of_grids_in_clusters_at_the_limits() {
    let with = |cluster, dims| {
        Configuration::new(H100, KERNEL.with_cluster_dim(Some(cluster)))
            .with_grid(Some(Grid::Blocks(dims)))
    };
    for (rule, configuration, changes) in [
        (
            Rule::ClusterGrid,
            with((2, 1, 1), (3, 65_535, 1)),
            &[Change::Grid((2, 65_535, 1)), Change::Grid((4, 65_535, 1))][..],
        ),
        (
            Rule::ClusterGrid,
            with((2, 1, 1), (3, 1, 65_535)),
            &[Change::Grid((2, 1, 65_535)), Change::Grid((4, 1, 65_535))],
        ),
        (
            Rule::GridDimension,
            with((2, 1, 1), (2_147_483_647, 70_000, 1)),
            &[Change::Grid((2_147_483_646, 65_535, 1))],
        ),
        (
            Rule::GridDimension,
            with((1, 2, 1), (2_147_483_648, 65_535, 1)),
            &[Change::Grid((2_147_483_647, 65_534, 1))],
        ),
        (
            Rule::GridDimension,
            with((1, 1, 2), (2_147_483_648, 1, 65_535)),
            &[Change::Grid((2_147_483_647, 1, 65_534))],
        ),
    ] {
        assert_eq!(advised(rule, &configuration), changes, "{rule:?}");
    }
}
