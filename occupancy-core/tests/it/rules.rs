//! Each rule broken by a configuration of its own: on which GPUs, and by which argument.

use crate::common::arch;
use occupancy_core::compute_capabilities::{SM_90, SM_90A};
use occupancy_core::{
    Arch, Compiled, ComputeCapability, Configuration, Device, Grid, Kernel, Occupancy, Ratio, Rule,
    gpu::Suffix,
    kernel::{Accumulator, Argument, Arguments, Axis, LatencyDemand, Rare, Stated, Tile},
    rules::advice,
    text::grouped,
};

type Change = for<'a> fn(&Configuration<'a>) -> Configuration<'a>;

fn kernel<'a>(
    configuration: &Configuration<'a>,
    change: fn(Kernel) -> Kernel,
) -> Configuration<'a> {
    let kernel = change(configuration.kernel);
    configuration.with_kernel(kernel)
}

fn tile<'a>(
    configuration: &Configuration<'a>,
    (m, n, k): (u32, u32, u32),
    change: fn(&mut Tile),
) -> Configuration<'a> {
    let mut tile = Tile::new(m, n, k);
    change(&mut tile);
    configuration.with_tile(Some(tile))
}

/// A tile that takes 64 registers of each of 512 threads.
fn tile_of_512_threads<'a>(configuration: &Configuration<'a>) -> Configuration<'a> {
    let configuration = kernel(configuration, |k| {
        k.with_block_dim((512, 1, 1)).with_registers(64)
    });
    tile(&configuration, (128, 256, 1), |t| {
        t.extra_registers = 30;
        t.gives_shared_memory = true;
    })
}

fn over_one() -> Ratio {
    Ratio::new(3, 2).expect("a positive denominator")
}

/// The rule, what breaks it on at least one GPU, and the argument that is at fault.
const BROKEN: &[(Rule, Change, Argument)] = &[
    (
        Rule::EmptyBlock,
        |c| kernel(c, |k| k.with_block_dim((0, 1, 1))),
        Argument::Threads,
    ),
    (
        Rule::BlockDimension,
        |c| kernel(c, |k| k.with_block_dim((1, 1, 65))),
        Argument::Threads,
    ),
    (
        Rule::ThreadsPerBlock,
        |c| kernel(c, |k| k.with_block_dim((64, 32, 1))),
        Argument::Threads,
    ),
    (
        Rule::PartialWarp,
        |c| kernel(c, |k| k.with_block_dim((100, 1, 1))),
        Argument::Threads,
    ),
    (
        Rule::RegistersPerThread,
        |c| kernel(c, |k| k.with_registers(256)),
        Argument::Registers,
    ),
    (
        Rule::RegisterFile,
        |c| kernel(c, |k| k.with_block_dim((1024, 1, 1)).with_registers(48)),
        Argument::Registers,
    ),
    (
        Rule::StaticSharedMemory,
        |c| kernel(c, |k| k.with_static_shared_memory(49_153)),
        Argument::StaticSharedMemory,
    ),
    (
        Rule::SharedMemory,
        |c| kernel(c, |k| k.with_dynamic_shared_memory(60 * 1024)),
        Argument::DynamicSharedMemory,
    ),
    (
        Rule::Barriers,
        |c| kernel(c, |k| k.with_barriers(17)),
        Argument::Barriers,
    ),
    (
        Rule::Carveout,
        |c| kernel(c, |k| k.with_carveout(Some(101))),
        Argument::Carveout,
    ),
    (
        Rule::VirtualResources,
        |c| kernel(c, |k| k.with_virtual_resources(129)),
        Argument::Arch,
    ),
    (
        Rule::GridDimension,
        |c| c.with_grid(Some(Grid::Blocks((1, 65_536, 1)))),
        Argument::Grid,
    ),
    (
        Rule::EmptyGrid,
        |c| c.with_grid(Some(Grid::Blocks((1, 0, 1)))),
        Argument::Grid,
    ),
    (
        Rule::EmptyGrid,
        |c| c.with_grid(Some(Grid::Elements(0))),
        Argument::Elements,
    ),
    (
        Rule::ZeroItemsPerThread,
        |c| {
            c.with_grid(Some(Grid::Elements(1)))
                .with_integer(Argument::ItemsPerThread, 0)
        },
        Argument::ItemsPerThread,
    ),
    (
        Rule::MinBlocks,
        |c| c.with_min_blocks(17),
        Argument::MinBlocks,
    ),
    (
        Rule::ZeroMinBlocks,
        |c| c.with_min_blocks(0),
        Argument::MinBlocks,
    ),
    (
        Rule::MaxBlocks,
        |c| kernel(c, |k| k.with_static_shared_memory(45_000)).with_integer(Argument::MaxBlocks, 1),
        Argument::MaxBlocks,
    ),
    (
        Rule::ZeroMaxBlocks,
        |c| c.with_integer(Argument::MaxBlocks, 0),
        Argument::MaxBlocks,
    ),
    (
        Rule::ZeroLatency,
        |c| c.with_hides(Some(LatencyDemand::cycles(0, 1))),
        Argument::Cycles,
    ),
    (
        Rule::ZeroInstructions,
        |c| c.with_hides(Some(LatencyDemand::cycles(400, 0))),
        Argument::Instructions,
    ),
    (
        // 16 blocks of one warp fill 4 warps of each of 4 schedulers, and 8 of each of two.
        Rule::HiddenLatency,
        |c| c.with_hides(Some(LatencyDemand::cycles(5, 1))),
        Argument::Cycles,
    ),
    (
        Rule::ZeroBytesInFlight,
        |c| c.with_hides(Some(LatencyDemand::bytes(0))),
        Argument::BytesInFlight,
    ),
    (
        Rule::MinOccupancy,
        |c| kernel(c, |k| k.with_block_dim((1024, 1, 1))).with_min_occupancy(Ratio::ONE),
        Argument::MinOccupancy,
    ),
    (
        Rule::ZeroMinOccupancy,
        |c| c.with_min_occupancy(Ratio::ZERO),
        Argument::MinOccupancy,
    ),
    (
        Rule::ZeroTailEfficiency,
        |c| c.with_tail_efficiency(Some(Ratio::ZERO)),
        Argument::TailEfficiency,
    ),
    (
        Rule::MinOccupancyOverOne,
        |c| c.with_min_occupancy(over_one()),
        Argument::MinOccupancy,
    ),
    (
        Rule::TailEfficiencyOverOne,
        |c| c.with_tail_efficiency(Some(over_one())),
        Argument::TailEfficiency,
    ),
    (
        Rule::TailWithoutGrid,
        |c| c.with_tail_efficiency(Some(Ratio::ONE)),
        Argument::TailEfficiency,
    ),
    (
        Rule::ClusterUnsupported,
        |c| kernel(c, |k| k.with_cluster_dim(Some((2, 1, 1)))),
        Argument::Cluster,
    ),
    (
        Rule::ClusterSize,
        |c| kernel(c, |k| k.with_cluster_dim(Some((16, 1, 1)))),
        Argument::Cluster,
    ),
    (
        Rule::TileExtent,
        |c| tile(c, (1, 0, 65_537), |_| {}),
        Argument::TileColumns,
    ),
    (
        Rule::TileElement,
        |c| tile(c, (1, 1, 1), |t| t.b_bytes = 0),
        Argument::ElementOfB,
    ),
    (
        // 131,072 bytes.
        Rule::TileOperands,
        |c| tile(c, (128, 128, 64), |t| t.stages = 2),
        Argument::Stages,
    ),
    (
        // Where a block can have 131,072 bytes.
        Rule::TileSharedMemory,
        |c| {
            let stated = kernel(c, |k| k.with_dynamic_shared_memory(1024));
            tile(&stated, (128, 128, 64), |t| t.stages = 2)
        },
        Argument::DynamicSharedMemory,
    ),
    (
        // Where a block has 32,768 registers.
        Rule::TileAccumulators,
        tile_of_512_threads,
        Argument::TileRows,
    ),
    (
        // Where it has 65,536.
        Rule::TileRegisters,
        tile_of_512_threads,
        Argument::Registers,
    ),
    (
        Rule::TileTensorMemory,
        |c| tile(c, (1, 1, 1), |t| t.accumulator = Accumulator::TensorMemory),
        Argument::Accumulator,
    ),
    (
        Rule::TileProblem,
        |c| tile(c, (1, 1, 1), |t| t.problem = Some((0, 1))),
        Argument::Problem,
    ),
    (
        Rule::TileGrid,
        |c| tile(c, (1, 1, 1), |t| t.problem = Some((2, 1))).with_grid(Some(Grid::Elements(1))),
        Argument::Elements,
    ),
];

/// A rule that is common to all GPUs is broken on each of them, and another one is kept on some.
#[test]
fn common_rules_are_broken_everywhere_and_others_are_not() {
    for &(rule, change, argument) in BROKEN {
        let mut broken_on = 0;
        let all = || ComputeCapability::ALL.iter().chain([&SM_90A]);
        for cc in all() {
            let archs = [Arch::ComputeCapability(cc)];
            let plain = Configuration::new(&archs, Kernel::new((32, 1, 1), 32));
            assert!(plain.check().is_empty(), "{}", cc.name());
            let configuration = change(&plain);
            if configuration.check().contains(rule) {
                broken_on += 1;
                assert_eq!(rule.argument(&configuration), argument, "{rule:?}");
            }
        }
        let everywhere = broken_on == all().count();
        assert!(broken_on > 0, "{rule:?}");
        assert_eq!(rule.is_common_to_all_archs(), everywhere, "{rule:?}");
    }
}

/// What every compute capability keeps or breaks, whatever the table says of it: other tests break these.
const OF_OTHER_TESTS: &[Rule] = &[
    Rule::NoArch,
    Rule::SmShare,
    Rule::EmptyCluster,
    Rule::ResidentCluster,
    Rule::UnknownMemoryLatency,
    Rule::BytesInFlight,
    Rule::ClusterGrid,
    Rule::TailWithoutDevice,
    Rule::TailEfficiency,
];

#[test]
fn each_other_rule_is_broken() {
    for rule in Rule::ALL {
        let is_of_others = OF_OTHER_TESTS.contains(&rule) || rule.concerns_compiled_kernel();
        assert!(
            is_of_others || BROKEN.iter().any(|(broken, ..)| *broken == rule),
            "no row of `BROKEN` breaks {rule:?}: add one"
        );
    }
}

/// Shared memory is that of the argument that has some.
#[test]
fn shared_memory_is_static_where_none_is_dynamic() {
    let archs = [Arch::ComputeCapability(&ComputeCapability::ALL[0])];
    // What compiled code declares has compiled.
    let code = [Compiled::machine_code("saxpy", (5, 0)).with_static_shared_memory(50_000)];
    let with = |fixed, dynamic| {
        let kernel = Kernel::new((32, 1, 1), 32)
            .with_static_shared_memory(fixed)
            .with_dynamic_shared_memory(dynamic);
        let configuration = Configuration::new(&archs, kernel).with_compiled(&code);
        Rule::SharedMemory.argument(&configuration)
    };
    assert_eq!(with(50_000, 0), Argument::StaticSharedMemory);
    assert_eq!(with(50_000, 1), Argument::DynamicSharedMemory);
    assert_eq!(with(0, 50_000), Argument::DynamicSharedMemory);
}

/// Violations hold the broken rules and no other, in whatever way they are looked at.
#[test]
fn violations_are_the_broken_rules() {
    let archs = [Arch::ComputeCapability(&ComputeCapability::ALL[0])];
    let none = Configuration::new(&archs, Kernel::new((32, 1, 1), 32)).check();
    for rule in Rule::ALL {
        assert!(!none.contains(rule), "{rule:?}");
    }
    assert_eq!(format!("{none:?}"), "[]");

    let two = Configuration::new(&archs, Kernel::new((100, 1, 1), 256)).check();
    let broken = [Rule::PartialWarp, Rule::RegistersPerThread];
    assert!(two.iter().eq(broken));
    for rule in Rule::ALL {
        assert_eq!(two.contains(rule), broken.contains(&rule), "{rule:?}");
    }
    let debug = format!("{two:?}");
    assert_eq!(debug, "[PartialWarp, RegistersPerThread]");
}

/// A program's own GPU without clusters has none, whatever size it states beside.
#[test]
fn no_cluster_is_resident_where_there_are_none() {
    const WITHOUT: ComputeCapability = {
        let mut without = SM_90.limits();
        without.max_portable_cluster_size = 0;
        without.max_cluster_size = Some(16);
        ComputeCapability::new(without)
    };
    let kernel = Kernel::new((128, 1, 1), 32).with_cluster_dim(Some((2, 1, 1)));
    let bound = |cc: &'static ComputeCapability| {
        let archs = [Arch::Device(Device::new("a board", cc, 132))];
        let configuration = Configuration::new(&archs, kernel);
        (
            configuration.resident_clusters_at_most(&archs[0]),
            configuration.check().contains(Rule::ClusterUnsupported),
        )
    };
    // 16 blocks of 4 warps on each of 132 SMs, two a cluster.
    assert_eq!(bound(&SM_90), (Some(1_056), false));
    assert_eq!(bound(&WITHOUT), (None, true));
}

/// A grid of fewer blocks than the product has tiles is refused, and the help is a grid that passes.
#[test]
fn a_grid_has_a_block_for_each_tile() {
    let archs = [Arch::find("h100").unwrap()];
    let (mut broken, mut kept) = (0, 0);
    for (m, n) in [(1, 1), (64, 32), (100, 7), (128, 128)] {
        for (rows, columns) in [(1, 1), (64, 65), (1000, 1000), (4096, 1024), (70_000, 3)] {
            let (down, across) = (u32::div_ceil(rows, m), u32::div_ceil(columns, n));
            let tiles = u64::from(down) * u64::from(across);
            for grid in [
                Grid::Blocks((1, 1, 1)),
                Grid::Blocks((10, 1, 1)),
                Grid::Blocks((u32::try_from(tiles).unwrap() - 1, 1, 1)),
                Grid::Blocks((u32::try_from(tiles).unwrap(), 1, 1)),
                Grid::Blocks((across, down.min(65_535), 1)),
                Grid::Blocks((across, 1, 4)),
                Grid::Blocks((2, 3, 4)),
                Grid::Elements(1000),
                Grid::Elements(tiles * 256),
                Grid::Elements(tiles * 256 - 256),
            ] {
                for cluster in [None, Some((2, 1, 1))] {
                    let kernel = Kernel::new((256, 1, 1), 64).with_cluster_dim(cluster);
                    let plain = Configuration::new(&archs, kernel).with_grid(Some(grid));
                    let Some(Ok(dims)) = plain.grid_dim() else {
                        continue;
                    };
                    let mut tile = Tile::new(m, n, 1);
                    (tile.stages, tile.problem) = (0, Some((rows, columns)));
                    let product = plain.with_tile(Some(tile));
                    let is_broken = product.check().contains(Rule::TileGrid);
                    assert_eq!(is_broken, dims.blocks() < tiles, "{product:?}");
                    if !is_broken {
                        kept += 1;
                        continue;
                    }
                    broken += 1;
                    let changes = advice(&product, Rule::TileGrid);
                    let [change, ..] = changes.as_slice() else {
                        panic!("no help: {product:?}");
                    };
                    let after = change.apply(&product);
                    assert!(
                        !after.check().contains(Rule::TileGrid),
                        "{change:?} {product:?}"
                    );
                    // All that a new grid leaves broken is the old grid's clusters, at most.
                    if plain.passes() {
                        assert!(after.passes(), "{change:?} {product:?}");
                    }
                }
            }
        }
    }
    assert!(broken > 100 && kept > 50, "{broken} {kept}");
}

/// The lowest occupancy of a list, and the fewest blocks, are the same in any order: of every two compute
/// capabilities, and of all of them.
#[test]
fn the_order_of_a_list_decides_nothing() {
    let all: Vec<Arch> = (ComputeCapability::ALL.iter())
        .map(Arch::ComputeCapability)
        .collect();
    for (threads, registers, bytes) in [
        (32, 16, 0),
        (96, 40, 4_096),
        (256, 32, 0),
        (256, 64, 20_000),
        (384, 80, 0),
        (512, 40, 0),
        (512, 48, 32_768),
        (1024, 64, 0),
    ] {
        let kernel = Kernel::new((threads, 1, 1), registers).with_dynamic_shared_memory(bytes);
        let of = |archs: &[Arch]| {
            let configuration = Configuration::new(archs, kernel);
            let least = configuration.least_occupancy().unwrap();
            (least, configuration.fewest_blocks_per_sm().unwrap())
        };
        let each = |archs: &[Arch]| -> Vec<_> {
            let each = archs.iter().map(|arch| of(&[*arch]).0);
            each.collect()
        };
        let check = |archs: &[Arch]| {
            let (least, fewest) = of(archs);
            let each = each(archs);
            assert!(each.contains(&least), "{kernel:?} {archs:?}");
            let ratio = each.iter().map(Occupancy::ratio).min();
            assert_eq!(Some(least.ratio()), ratio, "{kernel:?} {archs:?}");
            let blocks = each.iter().map(|one| one.blocks_per_sm).min();
            assert_eq!(Some(fewest), blocks, "{kernel:?} {archs:?}");
            (least, fewest)
        };
        for one in &all {
            for other in &all {
                assert_eq!(check(&[*one, *other]), check(&[*other, *one]));
            }
        }
        let mut turned = all.clone();
        for _ in 0..turned.len() {
            turned.rotate_left(1);
            let mut reversed = turned.clone();
            reversed.reverse();
            assert_eq!(check(&turned), check(&all));
            assert_eq!(check(&reversed), check(&all));
        }
    }
    let none = Configuration::new(&[], Kernel::new((32, 1, 1), 16));
    assert_eq!(none.least_occupancy(), None);
    assert_eq!(none.fewest_blocks_per_sm(), None);
}

fn broken(configuration: &Configuration<'_>) -> Vec<Rule> {
    let found = configuration.check();
    found.iter().collect()
}

/// A block along x or y alone is over the limit of threads; a second axis makes it one of the axis.
#[test]
fn a_dimension_over_its_limit_is_told_from_too_many_threads() {
    let archs = [Arch::ComputeCapability(&SM_90)];
    for (block_dim, rule) in [
        ((2048, 1, 1), Rule::ThreadsPerBlock),
        ((1, 2048, 1), Rule::ThreadsPerBlock),
        ((1, 1, 96), Rule::BlockDimension),
        ((2048, 2, 1), Rule::BlockDimension),
        ((2048, 1, 2), Rule::BlockDimension),
        ((2, 2048, 1), Rule::BlockDimension),
        ((1, 2048, 2), Rule::BlockDimension),
        ((64, 64, 1), Rule::ThreadsPerBlock),
    ] {
        let configuration = Configuration::new(&archs, Kernel::new(block_dim, 32));
        assert_eq!(broken(&configuration), [rule], "{block_dim:?}");
    }
}

/// No demand is checked for a block that another rule keeps from launching.
#[test]
fn nothing_is_said_of_the_blocks_of_what_cannot_launch() {
    let archs = [Arch::find("h100").unwrap()];
    let plain = Kernel::new((256, 1, 1), 32);
    for (kernel, rule) in [
        (plain.with_registers(0), Rule::RegistersPerThread),
        (
            plain.with_static_shared_memory(49_153),
            Rule::StaticSharedMemory,
        ),
        (plain.with_block_dim((2048, 1, 1)), Rule::ThreadsPerBlock),
    ] {
        let configuration = Configuration::new(&archs, kernel).with_min_blocks(99);
        assert_eq!(broken(&configuration), [rule]);
    }
    let configuration = Configuration::new(&archs, plain).with_min_blocks(99);
    assert_eq!(broken(&configuration), [Rule::MinBlocks]);
}

/// `arch`, `threads`, `regs` and `min_blocks`, of which the compiler is to know some.
fn stated(
    archs: &[Arch],
    [threads, regs, min_blocks]: [i128; 3],
    deferred: Arguments,
) -> Stated<'_> {
    let stated = [
        Argument::Arch,
        Argument::Threads,
        Argument::Registers,
        Argument::MinBlocks,
    ];
    let numbers = [threads, 1, 1, regs, min_blocks];
    Stated::new(
        archs,
        Arguments::of(&stated).bits(),
        numbers,
        deferred.bits(),
        0,
    )
}

/// The faults of one argument are those that its value makes, and all faults are all of theirs.
#[test]
fn a_fault_is_that_of_its_argument() {
    let archs = [Arch::find("h100").unwrap()];
    let plain = stated(&archs, [256, 32, 1], Arguments::NONE);
    assert!(plain.judge().verdict().faults.is_empty());
    assert!(plain.merged().0.faults().is_none());

    let broken = stated(&archs, [100, 300, 1], Arguments::NONE);
    let fault = |argument| broken.judge().faults_of(argument).to_string();
    assert!(fault(Argument::Threads).starts_with("[OCC004]"));
    assert!(fault(Argument::Registers).starts_with("[OCC005]"));
    assert_eq!(fault(Argument::Barriers), "");
    assert_eq!(fault(Argument::Cluster), "");
    assert_eq!(
        broken.merged().0.faults().unwrap().to_string(),
        format!(
            "{}\n\n{}",
            fault(Argument::Threads),
            fault(Argument::Registers)
        )
    );
    assert_eq!(
        broken.judge().verdict().faults,
        Arguments::of(&[Argument::Threads, Argument::Registers])
    );
}

/// A rule that reads nothing which only the compiler knows, or something that has a fault, is another's to report.
#[test]
fn a_fault_is_reported_by_who_knows_all_that_it_reads() {
    let archs = [Arch::find("h100").unwrap()];
    let faults = |deferred, faulty| {
        let rare = Rare {
            faulty,
            ..Rare::NONE
        };
        let broken = stated(&archs, [256, 96, 3], deferred);
        let broken = Stated {
            rare: &rare,
            ..broken
        };
        broken.judge().verdict().faults
    };
    let min_blocks = Arguments::of(&[Argument::MinBlocks]);
    let (registers, none) = (Arguments::of(&[Argument::Registers]), Arguments::NONE);
    let threads = Arguments::of(&[Argument::Threads]);
    // The compiler looks at the rules that read what it was asked for, and the attribute at the others.
    assert_eq!(faults(registers, none), min_blocks);
    assert_eq!(faults(none, threads), none);
    assert_eq!(faults(registers, registers), none);
}

/// What a rule does not read does not decide whether it is broken.
#[test]
fn rules_read_what_they_say() {
    let (h100, a100) = (Arch::find("h100").unwrap(), Arch::find("a100").unwrap());
    let (h100, a100, cc) = ([h100], [a100], [Arch::find("9.0").unwrap()]);
    let kernel = Kernel::new((256, 1, 1), 96);
    let plain = Configuration::new(&h100, kernel);
    let half = Ratio::new(1, 2).unwrap();
    let all: Vec<Configuration<'_>> = vec![
        plain,
        plain.with_kernel(Kernel::new((100, 2, 65), 0)),
        plain.with_kernel(Kernel::new((0, 1, 1), 300).with_barriers(17)),
        plain
            .with_kernel(kernel.with_dynamic_shared_memory(300_000))
            .with_min_blocks(0),
        plain
            .with_kernel(kernel.with_static_shared_memory(50_000))
            .with_min_blocks(3),
        plain.with_kernel(kernel.with_carveout(Some(101))),
        plain
            .with_kernel(kernel.with_cluster_dim(Some((3, 1, 1))))
            .with_grid(Some(Grid::Blocks((8, 1, 1)))),
        plain
            .with_kernel(kernel.with_cluster_dim(Some((32, 0, 1))))
            .with_grid(Some(Grid::Elements(0))),
        plain
            .with_grid(Some(Grid::Elements(u64::MAX)))
            .with_integer(Argument::ItemsPerThread, 0),
        plain
            .with_grid(Some(Grid::Blocks((1, 70_000, 1))))
            .with_tail_efficiency(Some(half)),
        plain
            .with_grid(Some(Grid::Elements(1 << 20)))
            .with_tail_efficiency(Some(Ratio::ONE)),
        plain
            .with_min_occupancy(Ratio::ONE)
            .with_tail_efficiency(Some(Ratio::ZERO)),
        plain
            .with_min_occupancy(Ratio::ZERO)
            .with_tail_efficiency(Some(half)),
        Configuration::new(&a100, kernel.with_cluster_dim(Some((2, 1, 1)))).with_min_blocks(9),
        Configuration::new(&cc, kernel).with_tail_efficiency(Some(half)),
        Configuration::new(&cc, kernel).with_hides(Some(LatencyDemand::bytes(16))),
        plain
            .with_integer(Argument::MaxBlocks, 1)
            .with_hides(Some(LatencyDemand::bytes(8))),
        plain
            .with_integer(Argument::MaxBlocks, 0)
            .with_hides(Some(LatencyDemand {
                bytes: Some(0),
                ..LatencyDemand::cycles(0, 0)
            })),
        plain.with_hides(Some(LatencyDemand::cycles(700, 8))),
        plain.with_hides(Some(LatencyDemand::cycles(700, 300))),
        plain
            .with_integer(Argument::Sms, 66)
            .with_grid(Some(Grid::Blocks((66, 1, 1))))
            .with_hides(Some(LatencyDemand {
                bytes: Some(16),
                ..LatencyDemand::cycles(400, 300)
            })),
        tile(&plain, (128, 256, 1), |t| t.extra_registers = 30),
        tile(&plain, (0, 65_537, 1), |t| {
            (t.a_bytes, t.problem) = (0, Some((0, 0)));
        }),
        tile(&plain, (256, 512, 64), |t| {
            (t.stages, t.accumulator) = (9, Accumulator::TensorMemory);
        }),
        tile(&plain, (64, 64, 0), |t| t.extra_registers = 99),
        tile(&plain, (64, 64, 16), |t| {
            (t.b_bytes, t.problem) = (0, Some((100, 100)));
        }),
        tile(&plain, (64, 64, 16), |t| t.problem = Some((1000, 100)))
            .with_grid(Some(Grid::Blocks((10, 2, 1)))),
    ];
    // Every configuration with one argument of every other.
    for one in &all {
        for other in &all {
            for argument in ARGUMENTS {
                let changed = exchanged(one, other, argument);
                let (before, after) = (one.check(), changed.check());
                for rule in Rule::ALL {
                    let reads = rule.reads(one).and(rule.reads(&changed));
                    // `elements` states the grid too.
                    let is_read = reads.contains(argument)
                        || argument == Argument::Grid && reads.contains(Argument::Elements)
                        // The same on every GPU that has clusters.
                        || rule == Rule::ClusterGrid && argument == Argument::Arch;
                    if !is_read {
                        assert_eq!(
                            before.contains(rule),
                            after.contains(rule),
                            "{rule:?} {argument:?}\n{one:?}\n{changed:?}"
                        );
                    }
                }
            }
        }
    }
}

const ARGUMENTS: [Argument; 27] = [
    Argument::Arch,
    Argument::Threads,
    Argument::Registers,
    Argument::StaticSharedMemory,
    Argument::DynamicSharedMemory,
    Argument::Barriers,
    Argument::Carveout,
    Argument::Grid,
    Argument::ItemsPerThread,
    Argument::Sms,
    Argument::MinBlocks,
    Argument::MinOccupancy,
    Argument::TailEfficiency,
    Argument::Cluster,
    Argument::MaxBlocks,
    Argument::Cycles,
    Argument::Instructions,
    Argument::BytesInFlight,
    Argument::TileRows,
    Argument::TileColumns,
    Argument::TileDepth,
    Argument::Stages,
    Argument::ElementOfA,
    Argument::ElementOfB,
    Argument::Accumulator,
    Argument::ExtraRegisters,
    Argument::Problem,
];

/// One configuration with an argument of another.
fn exchanged<'a>(
    one: &Configuration<'a>,
    other: &Configuration<'a>,
    argument: Argument,
) -> Configuration<'a> {
    let (mut changed, kernel) = (*one, other.kernel);
    match argument {
        Argument::Arch => changed.archs = other.archs,
        Argument::Threads => changed.kernel.block_dim = kernel.block_dim,
        Argument::Registers => changed.kernel.registers_per_thread = kernel.registers_per_thread,
        Argument::StaticSharedMemory => {
            changed.kernel.static_shared_memory = kernel.static_shared_memory;
        }
        Argument::DynamicSharedMemory => {
            changed.kernel.dynamic_shared_memory = kernel.dynamic_shared_memory;
        }
        Argument::Barriers => changed.kernel.barriers = kernel.barriers,
        Argument::Carveout => changed.kernel.carveout = kernel.carveout,
        Argument::Cluster => changed.kernel.cluster_dim = kernel.cluster_dim,
        Argument::Grid => changed.grid = other.grid,
        Argument::ItemsPerThread => changed.items_per_thread = other.items_per_thread,
        Argument::Sms => changed.sms = other.sms,
        Argument::MinBlocks => changed.min_blocks = other.min_blocks,
        Argument::MinOccupancy => changed.min_occupancy = other.min_occupancy,
        Argument::TailEfficiency => changed.tail_efficiency = other.tail_efficiency,
        Argument::MaxBlocks => changed.max_blocks = other.max_blocks,
        Argument::Cycles | Argument::Instructions | Argument::BytesInFlight => {
            let theirs = other.hides.unwrap_or(LatencyDemand::NONE);
            let mut hides = one.hides.unwrap_or(LatencyDemand::NONE);
            match argument {
                Argument::Cycles => hides.cycles = theirs.cycles,
                Argument::Instructions => hides.instructions = theirs.instructions,
                _ => hides.bytes = theirs.bytes,
            }
            changed.hides = Some(hides);
        }
        _ => {
            let (Some(mut tile), Some(theirs)) = (one.tile, other.tile) else {
                return changed;
            };
            match argument {
                Argument::TileRows => tile.m = theirs.m,
                Argument::TileColumns => tile.n = theirs.n,
                Argument::TileDepth => tile.k = theirs.k,
                Argument::Stages => tile.stages = theirs.stages,
                Argument::ElementOfA => tile.a_bytes = theirs.a_bytes,
                Argument::ElementOfB => tile.b_bytes = theirs.b_bytes,
                Argument::Accumulator => tile.accumulator = theirs.accumulator,
                Argument::ExtraRegisters => tile.extra_registers = theirs.extra_registers,
                _ => tile.problem = theirs.problem,
            }
            changed.tile = Some(tile);
        }
    }
    changed
}

/// Every value that does not fit is written whole, with the limit that it breaks.
#[test]
fn a_value_out_of_range_is_written() {
    let block = Configuration::new(&[], Kernel::new((1024, 1, 1), 1));
    let said = |argument, value| {
        let message = block.out_of_range(argument, Axis::X, value).to_string();
        let (said, _) = message.split_once("\n\n    help: ").unwrap();
        String::from(said)
    };
    assert_eq!(
        said(Argument::Registers, -1),
        "[OCC108] `regs` is -1: it cannot be negative"
    );
    assert_eq!(
        said(Argument::DynamicSharedMemory, -4_096),
        "[OCC108] `smem` is -4,096: it cannot be negative"
    );
    assert_eq!(
        said(Argument::Barriers, i128::MIN),
        "[OCC108] `barriers` is -170,141,183,460,469,231,731,687,303,715,884,105,728: it cannot be negative"
    );
    assert_eq!(
        said(Argument::ItemsPerThread, 1 << 32),
        "[OCC108] `items_per_thread` is 4,294,967,296: it is at most 4,294,967,295"
    );
    for (argument, most) in [
        (Argument::Threads, "1,024"),
        (Argument::Registers, "255"),
        (Argument::StaticSharedMemory, "49,152 bytes"),
        (Argument::DynamicSharedMemory, "232,448 bytes"),
        (Argument::Barriers, "16"),
        (Argument::Carveout, "100 percent"),
        (Argument::Grid, "2,147,483,647"),
        (Argument::MinBlocks, "32"),
        (Argument::MaxBlocks, "4,294,967,295"),
        (Argument::Cycles, "4,294,967,295"),
        (Argument::TileRows, "65,536"),
        (Argument::Stages, "4,294,967,295"),
        (Argument::Cluster, "16"),
        (Argument::Elements, "2,199,023,254,528"),
    ] {
        let key = argument.key();
        assert_eq!(
            said(argument, 1 << 100),
            format!(
                "[OCC108] `{key}` is 1,267,650,600,228,229,401,496,703,205,376: it is at most {most}"
            )
        );
    }
}

#[test]
fn a_value_of_any_size_is_written_whole() {
    let part = 10_i128.pow(19);
    let edges = [0, part, part * part, 1 << 64, 1 << 100, i128::MAX - 1];
    for value in edges
        .into_iter()
        .flat_map(|edge| [edge - 1, edge, edge + 1])
    {
        let any = Configuration::new(&[], Kernel::new((1024, 1, 1), 1));
        let message = any
            .out_of_range(Argument::Registers, Axis::X, value)
            .to_string();
        let (_, rest) = message.split_once("` is ").unwrap();
        let (digits, _) = rest.split_once(':').unwrap();
        assert_eq!(digits.replace(',', ""), value.to_string());
    }
    assert_eq!(grouped(u64::MAX).as_str(), "18,446,744,073,709,551,615");
}

/// The limit is that of the GPUs which are given, and what passes is said.
/// The limit that a value out of range is told is the one that holds: the next number is refused at the argument.
#[test]
fn a_limit_that_is_told_holds_for_every_number_above() {
    let archs = [arch("h100")];
    let tile = Tile::new(64, 64, 64);
    let base = Configuration::new(&archs, Kernel::new((256, 1, 1), 32))
        .with_tile(Some(tile))
        .with_grid(Some(Grid::Elements(1)));
    let mut held = 0;
    for argument in Arguments::ALL.iter().filter(|one| one.is_integer()) {
        let message = base.over_range(argument, Axis::X, &"9".repeat(30));
        let (_, told) = message.as_str().split_once("it is at most ").unwrap();
        let digits = told.chars().take_while(|c| c.is_ascii_digit() || *c == ',');
        let most: u64 = digits
            .filter(char::is_ascii_digit)
            .collect::<String>()
            .parse()
            .unwrap();
        if most >= argument.most() {
            continue;
        }
        held += 1;
        let over = base.with_integer(argument, most + 1);
        let is_blamed = |rule: Rule| rule.argument(&over) == argument;
        assert!(over.check().iter().any(is_blamed), "{argument:?}: {told}");
    }
    assert!(held > 5, "{held}");
}

#[test]
fn a_value_out_of_range_is_held_against_the_least_of_the_gpus() {
    let archs = ["h100", "rtx4090", "a100"].map(|name| Arch::find(name).unwrap());
    let kernel = Kernel::new((256, 1, 1), 32)
        .with_static_shared_memory(1024)
        .with_dynamic_shared_memory(u32::MAX);
    let configuration = Configuration::new(&archs, kernel);
    let smem = |value| {
        configuration
            .out_of_range(Argument::DynamicSharedMemory, Axis::X, value)
            .to_string()
    };
    let rest = "it is at most 100,352 bytes on GeForce RTX 4090\n\n    \
                help: `smem = 100352` is the most that fits beside `static_smem = 1024`";
    assert_eq!(
        smem(1 << 32),
        format!("[OCC108] `smem` is 4,294,967,296: {rest}")
    );
    let digits = "9".repeat(201);
    assert_eq!(
        configuration
            .over_range(Argument::DynamicSharedMemory, Axis::X, &digits)
            .to_string(),
        format!("[OCC108] `smem` is a number of 201 digits: {rest}")
    );
    assert_eq!(
        smem(-1),
        "[OCC108] `smem` is -1: it cannot be negative\n\n    help: `smem = 1`"
    );
    let block = Configuration::new(&archs[..1], Kernel::new((8, 8, u32::MAX), 32));
    let message = block
        .out_of_range(Argument::Threads, Axis::Z, 1 << 40)
        .to_string();
    assert!(
        message.starts_with("[OCC108] `threads` is 1,099,511,627,776: it is at most 64 in z\n"),
        "{message}"
    );
    let clusters = ["a100", "h100"].map(|name| Arch::find(name).unwrap());
    let message = Configuration::new(&clusters, Kernel::new((256, 1, 1), 32))
        .out_of_range(Argument::Cluster, Axis::X, 1 << 40)
        .to_string();
    assert!(message.contains("at most 16 on H100"), "{message}");
}

/// ptxas 13 accepts as much static shared memory as a block can have, for the targets that end in `a`. What
/// compiled code declares has compiled, for whatever target.
#[test]
fn static_shared_memory_is_limited_by_the_target_and_the_toolkit() {
    let broken = |names: &[&str], bytes, compiled: &[Compiled<'_>]| -> Vec<Rule> {
        let archs: Vec<_> = names.iter().map(|name| Arch::find(name).unwrap()).collect();
        let kernel = Kernel::new((256, 1, 1), 32).with_static_shared_memory(bytes);
        let configuration = Configuration::new(&archs, kernel).with_compiled(compiled);
        let violations = configuration.check();
        violations.iter().collect()
    };
    let refused = [Rule::StaticSharedMemory];
    for (target, most) in [
        ("sm_90a", 232_448),
        ("sm_100a", 232_448),
        ("compute_103a", 232_448),
        ("sm_110a", 232_448),
        ("sm_120a", 101_376),
        ("sm_121a", 101_376),
        ("sm_75", 49_152),
        ("sm_80", 49_152),
        ("sm_86", 49_152),
        ("sm_90", 49_152),
        ("sm_100", 49_152),
        ("sm_103", 49_152),
        ("sm_120", 49_152),
        ("sm_100f", 49_152),
        ("sm_103f", 49_152),
        ("sm_110f", 49_152),
        ("sm_120f", 49_152),
        ("9.0", 49_152),
        ("h100", 49_152),
        ("rtx5090", 49_152),
    ] {
        assert_eq!(broken(&[target], most, &[]), [], "{target}");
        assert_eq!(broken(&[target], most + 1, &[]), refused, "{target}");
    }
    assert_eq!(broken(&["sm_90a", "sm_100a"], 65_536, &[]), []);
    assert_eq!(broken(&["sm_90a", "sm_100"], 65_536, &[]), refused);

    let binary = Compiled::machine_code("k", (9, 0)).with_static_shared_memory(65_536);
    let ptx = Compiled::ptx("k", (9, 0), Suffix::None).with_static_shared_memory(65_536);
    let loaded = Compiled::loaded((9, 0)).with_static_shared_memory(65_536);
    for code in [binary, ptx, loaded] {
        assert_eq!(broken(&["h100"], 65_536, &[code]), []);
        assert_eq!(broken(&["h100"], 65_537, &[code]), refused);
        let less = code.with_static_shared_memory(49_153);
        assert_eq!(broken(&["h100"], 49_153, &[less]), []);
        assert_eq!(broken(&["h100"], 65_536, &[less]), refused);
    }
    // It compiled, and it is too much for a block.
    let more = binary.with_static_shared_memory(300_000);
    assert_eq!(broken(&["h100"], 300_000, &[more]), [Rule::SharedMemory]);
}
