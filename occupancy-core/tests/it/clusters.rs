//! Thread block clusters: every rule at its edges, advice that passes once applied, whole messages.

use crate::common::{arch, block, occupancy_on, ratio};
use occupancy_core::{
    Arch, ComputeCapability, Configuration, Grid, GridDim, GridError, Lint, Rule,
    gpu::MAX_GRID_DIM,
    kernel::{Argument, Axis, Change},
    rules::{advice, change},
};
use proptest::prelude::*;

const OF_CLUSTERS: [Rule; 5] = [
    Rule::ClusterUnsupported,
    Rule::EmptyCluster,
    Rule::ClusterSize,
    Rule::ResidentCluster,
    Rule::ClusterGrid,
];

type Dims = (u32, u32, u32);

/// 256 threads of 32 registers, in clusters: 8 blocks per SM from 7.0 on, but for 8.6 to 8.9, 11.0
/// and 12.x with 6.
fn clustered(archs: &[Arch], cluster_dim: Dims) -> Configuration<'_> {
    Configuration::new(archs, block(256, 32).with_cluster_dim(Some(cluster_dim)))
}

fn rules(configuration: &Configuration<'_>) -> Vec<Rule> {
    configuration.check().iter().collect()
}

/// The message of the only violation.
fn only_message(configuration: &Configuration<'_>) -> String {
    let violations = configuration.check();
    assert_eq!(violations.len(), 1, "{violations:?}");
    let rule = violations.iter().next().unwrap();
    configuration.message(rule).as_str().to_owned()
}

/// Every advice of every violation keeps its rule, breaks no other, and is in the message, which is
/// whole; a broken rule about clusters has advice.
fn hold(configuration: &Configuration<'_>) {
    let violations = configuration.check();
    let about = || format!("{configuration:?}");
    for rule in violations.iter() {
        let message = configuration.message(rule);
        let text = message.as_str();
        assert!(text.starts_with(&format!("[{}] ", rule.code())), "{text}");
        assert!(text.len() < 2048, "cut: {text}");
        assert!(
            text.lines().next().unwrap().len() > 20,
            "no headline: {text}"
        );
        assert!(text.lines().all(|line| line == line.trim_end()), "{text:?}");
        let advice = advice(configuration, rule);
        if OF_CLUSTERS.contains(&rule) {
            assert!(!advice.as_slice().is_empty(), "{rule:?}: {}", about());
            assert!(text.contains("help: "), "{text}");
        }
        for &advised in advice.as_slice() {
            if matches!(advised, Change::Device(_)) {
                continue;
            }
            let written = change(advised);
            let after = advised.apply(configuration).check();
            assert!(!after.contains(rule), "{written} for {rule:?}: {}", about());
            for new in after.iter() {
                assert!(
                    violations.contains(new),
                    "{written} breaks {:?}: {}",
                    new,
                    about()
                );
            }
            assert!(written.as_str().len() < 64, "cut: {written}");
            let quoted = format!("`{written}`");
            assert!(text.contains(&quoted), "{quoted} not in {text}");
        }
    }
}

#[test]
fn sizes() {
    use Rule::{ClusterSize, ClusterUnsupported};
    for (name, portable, most) in [
        ("8.9", 0, 0),
        ("rtx4090", 0, 0),
        ("a100", 0, 0),
        ("9.0", 8, 16),
        ("h100", 8, 16),
        ("10.0", 8, 16),
        ("b200", 8, 16),
        // Nothing over 8 is documented.
        ("10.3", 8, 8),
        ("b300", 8, 8),
        ("11.0", 8, 8),
        ("12.0", 8, 8),
        ("rtx5090", 8, 8),
        ("12.1", 8, 8),
    ] {
        let archs = [arch(name)];
        for blocks in (1..=20).chain([1024, 1 << 31, u32::MAX]) {
            let expected = match most {
                0 => vec![ClusterUnsupported],
                most if blocks > most => vec![ClusterSize],
                _ => vec![],
            };
            let is_warned_of = blocks > portable && blocks <= most;
            for dims in [(blocks, 1, 1), (1, blocks, 1), (1, 1, blocks)] {
                let configuration = clustered(&archs, dims);
                assert_eq!(rules(&configuration), expected, "{name}: {dims:?}");
                let warning = configuration.advise(Lint::NonportableCluster);
                if expected.is_empty() {
                    assert_eq!(warning.is_some(), is_warned_of, "{name}: {dims:?}");
                }
                hold(&configuration);
            }
        }
    }
}

/// The product counts, however it is laid out, and whatever 32 bits hold of it.
#[test]
fn shapes() {
    let archs = [arch("h100")];
    for (dims, blocks) in [
        ((2, 2, 2), 8),
        ((4, 2, 1), 8),
        ((3, 1, 1), 3),
        ((3, 3, 1), 9),
        ((1, 4, 4), 16),
        ((17, 1, 1), 17),
        // 2^32 and 2^64: nothing is left where the product wraps.
        ((1 << 16, 1 << 16, 1), 1 << 32),
        ((1 << 31, 1 << 31, 4), u64::MAX),
        ((u32::MAX, u32::MAX, u32::MAX), u64::MAX),
    ] {
        let configuration = clustered(&archs, dims);
        assert_eq!(configuration.kernel.blocks_per_cluster(), blocks);
        let is_refused = configuration.check().contains(Rule::ClusterSize);
        assert_eq!(is_refused, blocks > 16, "{dims:?}");
        hold(&configuration);
    }
}

/// A dimension of zero is said once, also where there are no clusters.
#[test]
fn empty_clusters() {
    for name in ["8.9", "9.0", "10.0", "10.3", "12.0"] {
        let archs = [arch(name)];
        for dims in [
            (0, 1, 1),
            (2, 0, 1),
            (2, 2, 0),
            (0, 0, 0),
            (0, u32::MAX, u32::MAX),
        ] {
            let configuration = clustered(&archs, dims);
            assert_eq!(rules(&configuration), [Rule::EmptyCluster], "{name}");
            let with_grid = configuration.with_grid(Some(Grid::Blocks((7, 7, 7))));
            assert_eq!(rules(&with_grid), [Rule::EmptyCluster], "{name}");
            hold(&configuration);
            hold(&with_grid);
        }
    }
    let archs = [arch("h100")];
    let advised = |dims| {
        advice(&clustered(&archs, dims), Rule::EmptyCluster)
            .as_slice()
            .to_vec()
    };
    assert_eq!(
        advised((0, 4, 1)),
        [
            Change::Cluster((1, 4, 1)),
            Change::Without(Argument::Cluster)
        ]
    );
    // A cluster of one block is none; one of 20 is too large.
    assert_eq!(advised((0, 1, 1)), [Change::Without(Argument::Cluster)]);
    assert_eq!(advised((0, 20, 1)), [Change::Without(Argument::Cluster)]);
}

#[test]
fn grids_of_whole_clusters() {
    let archs = [arch("h100")];
    for (cluster, grid, whole) in [
        ((4, 1, 1), (100, 1, 1), true),
        ((4, 1, 1), (99, 1, 1), false),
        ((4, 1, 1), (101, 1, 1), false),
        ((4, 1, 1), (3, 1, 1), false),
        ((4, 1, 1), (4, 7, 3), true),
        ((1, 2, 1), (100, 2, 1), true),
        ((1, 2, 1), (100, 3, 1), false),
        ((1, 1, 2), (100, 3, 1), false),
        ((2, 2, 2), (6, 4, 2), true),
        ((2, 2, 2), (6, 4, 3), false),
        ((1, 1, 1), (7, 5, 3), true),
        ((8, 1, 1), (MAX_GRID_DIM.0, 1, 1), false),
        ((1, 8, 1), (1, MAX_GRID_DIM.1, 1), false),
        ((1, 5, 1), (1, MAX_GRID_DIM.1, 1), true),
    ] {
        let configuration = clustered(&archs, cluster).with_grid(Some(Grid::Blocks(grid)));
        let expected: &[Rule] = if whole { &[] } else { &[Rule::ClusterGrid] };
        assert_eq!(rules(&configuration), expected, "{cluster:?} of {grid:?}");
        assert_eq!(Rule::ClusterGrid.argument(&configuration), Argument::Grid);
        hold(&configuration);
    }
}

#[test]
fn elements_in_whole_clusters() {
    let archs = [arch("h100")];
    for (cluster, elements, whole) in [
        ((4, 1, 1), 1, false),
        ((4, 1, 1), 3 * 256, false),
        ((4, 1, 1), 3 * 256 + 1, true),
        ((4, 1, 1), 4 * 256, true),
        ((4, 1, 1), 4 * 256 + 1, false),
        // Elements have one block along y.
        ((1, 2, 1), 4 * 256, false),
        ((2, 1, 2), 4 * 256, false),
        ((1, 1, 1), 1, true),
    ] {
        let configuration = clustered(&archs, cluster).with_grid(Some(Grid::Elements(elements)));
        let expected: &[Rule] = if whole { &[] } else { &[Rule::ClusterGrid] };
        assert_eq!(rules(&configuration), expected, "{cluster:?}: {elements}");
        assert_eq!(
            Rule::ClusterGrid.argument(&configuration),
            Argument::Elements
        );
        hold(&configuration);
    }
}

/// Where there are no clusters, none is cut; an axis that cannot be launched is not looked at.
#[test]
fn grids_with_another_fault() {
    let ada = [arch("8.9")];
    let configuration = clustered(&ada, (4, 1, 1)).with_grid(Some(Grid::Blocks((5, 1, 1))));
    assert_eq!(rules(&configuration), [Rule::ClusterUnsupported]);

    // On a list, the rule is broken where there are clusters.
    let archs = [arch("8.9"), arch("h100"), arch("12.0")];
    let configuration = clustered(&archs, (4, 1, 1)).with_grid(Some(Grid::Blocks((5, 1, 1))));
    let found: Vec<_> = configuration
        .check()
        .iter()
        .map(|rule| {
            let broken = configuration.broken_from(rule).len();
            (rule, configuration.archs.len().checked_sub(broken))
        })
        .collect();
    assert_eq!(
        found,
        [
            (Rule::ClusterUnsupported, Some(0)),
            (Rule::ClusterGrid, Some(1))
        ]
    );
    hold(&configuration);

    let h100 = [arch("h100")];
    for (cluster, grid, expected) in [
        ((2, 2, 1), (0, 4, 1), &[Rule::EmptyGrid][..]),
        ((2, 2, 1), (0, 5, 1), &[Rule::EmptyGrid, Rule::ClusterGrid]),
        ((2, 2, 1), (1 << 31, 2, 1), &[Rule::GridDimension]),
        ((2, 2, 1), (u32::MAX, 2, 1), &[Rule::GridDimension]),
        (
            (2, 2, 1),
            (u32::MAX, 5, 1),
            &[Rule::GridDimension, Rule::ClusterGrid],
        ),
        (
            (24, 1, 1),
            (100, 1, 1),
            &[Rule::ClusterSize, Rule::ClusterGrid],
        ),
    ] {
        let configuration = clustered(&h100, cluster).with_grid(Some(Grid::Blocks(grid)));
        assert_eq!(rules(&configuration), expected, "{cluster:?} of {grid:?}");
        for &rule in expected {
            let advice = advice(&configuration, rule);
            assert!(!advice.as_slice().is_empty(), "{rule:?}: {grid:?}");
        }
        hold(&configuration);
    }
    for (elements, expected) in [
        (0, Rule::EmptyGrid),
        (256 << 31, Rule::GridDimension),
        (u64::MAX, Rule::GridDimension),
    ] {
        let configuration = clustered(&h100, (8, 1, 1)).with_grid(Some(Grid::Elements(elements)));
        assert_eq!(rules(&configuration), [expected], "{elements}");
        hold(&configuration);
    }
}

/// A cluster changes nothing of what one SM holds, and one that cannot launch hides no demand.
#[test]
fn demands_beside_a_cluster() {
    for cc in ComputeCapability::ALL {
        let kernel = block(256, 96).with_dynamic_shared_memory(20_000);
        assert_eq!(
            occupancy_on(cc.name(), &kernel.with_cluster_dim(Some((8, 1, 1)))),
            occupancy_on(cc.name(), &kernel)
        );
    }
    for (name, cluster, fault) in [
        ("rtx4090", (2, 1, 1), Rule::ClusterUnsupported),
        ("h100", (0, 1, 1), Rule::EmptyCluster),
        ("h100", (18, 1, 1), Rule::ClusterSize),
        ("h100", (8, 1, 1), Rule::ClusterGrid),
    ] {
        let archs = [arch(name)];
        let configuration = clustered(&archs, cluster)
            .with_grid(Some(Grid::Blocks((
                if fault == Rule::ClusterGrid {
                    1057
                } else {
                    1062
                },
                1,
                1,
            ))))
            .with_min_blocks(9)
            .with_tail_efficiency(Some(ratio(9, 10)));
        let found = rules(&configuration);
        for rule in [fault, Rule::MinBlocks, Rule::TailEfficiency] {
            assert!(found.contains(&rule), "{name}: {found:?}");
        }
        hold(&configuration);
    }
}

/// What is advised for the tail's sake is whole clusters, and the other way round.
#[test]
fn the_tail_of_whole_clusters() {
    let archs = [arch("h100")];
    for (cluster, blocks) in [(8, 1057), (8, 1064), (5, 1100), (3, 2000)] {
        let configuration = clustered(&archs, (cluster, 1, 1))
            .with_grid(Some(Grid::Blocks((blocks, 1, 1))))
            .with_tail_efficiency(Some(ratio(95, 100)));
        assert!(configuration.check().contains(Rule::TailEfficiency));
        let advice = advice(&configuration, Rule::TailEfficiency);
        let mut grids = 0;
        for &advised in advice.as_slice() {
            if let Change::Grid(_) = advised {
                assert_eq!(rules(&advised.apply(&configuration)), []);
                grids += 1;
            }
        }
        assert_eq!(grids, 2, "{advice:?}");
        hold(&configuration);
    }
    // Two full waves are 2,112 blocks. 2,110 keep the demand, and 2,104 would not.
    let configuration = clustered(&archs, (8, 1, 1))
        .with_grid(Some(Grid::Blocks((2110, 1, 1))))
        .with_tail_efficiency(Some(ratio(999, 1000)));
    assert_eq!(
        advice(&configuration, Rule::ClusterGrid).as_slice(),
        [Change::Grid((2112, 1, 1)), Change::Cluster((5, 1, 1))]
    );
    hold(&configuration);
}

#[test]
fn messages() {
    let archs = [arch("rtx4090")];
    assert_eq!(
        only_message(&clustered(&archs, (4, 2, 1))),
        "[OCC024] a cluster of 8 blocks cannot launch on GeForce RTX 4090: clusters begin at \
         compute capability 9.0, and this is 8.9

    help: `cluster` can be left out"
    );

    let archs = [arch("h100")];
    assert_eq!(
        only_message(&clustered(&archs, (2, 0, 1))),
        "[OCC025] a cluster of (2, 0) has no blocks: every dimension is at least 1

    help: `cluster = 2` passes; or `cluster` can be left out"
    );
    let warning = clustered(&archs, (4, 4, 1)).advise(Lint::NonportableCluster);
    assert_eq!(
        warning.unwrap().as_str(),
        "[OCC205] a cluster of 16 blocks is not portable: H100 SXM5 80GB takes it if the function \
         is allowed CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, other GPUs take 8

    help: `cluster = (4, 2)` is portable; or `allow(nonportable_cluster)` accepts it"
    );
    assert_eq!(
        only_message(&clustered(&archs, (32, 1, 1))),
        "[OCC026] a cluster of 32 blocks cannot launch on H100 SXM5 80GB: at most 16

    cluster    32 blocks
    portable   8 blocks
    largest    16 blocks on compute capability 9.0, if the launch side opts in

    help: `cluster = 8` is portable"
    );

    let archs = [arch("10.3"), arch("12.0")];
    assert_eq!(
        only_message(&clustered(&archs, (16, 1, 1))),
        "[OCC026] a cluster of 16 blocks is not known to launch on compute capability 10.3: NVIDIA \
         documents the portable 8, and no more; compute capability 12.0 fails too

    cluster    16 blocks
    portable   8 blocks
    largest    not documented for compute capability 10.3: `cudaOccupancyMaxPotentialClusterSize` \
         reports it on the GPU

    help: `cluster = 8` is portable"
    );

    let archs = [arch("h100")];
    assert_eq!(
        only_message(&clustered(&archs, (4, 2, 1)).with_grid(Some(Grid::Blocks((1000, 15, 1))))),
        "[OCC027] a grid of 15 blocks in y does not divide into clusters of 2: 1 block is left \
         over, and the launch would fail

    help: `grid = (1000, 14)` is whole clusters; `grid = (1000, 16)` is whole clusters; or \
         `cluster = 4` divides the grid"
    );
    assert_eq!(
        only_message(&clustered(&archs, (4, 1, 1)).with_grid(Some(Grid::Elements(20_000)))),
        "[OCC027] a grid of 79 blocks, for 20,000 elements at 256 per block, does not divide into \
         clusters of 4: 3 blocks are left over, and the launch would fail

    help: `elements = 20480` makes whole clusters; or `items_per_thread = 2` makes whole clusters"
    );
    assert_eq!(
        only_message(&clustered(&archs, (2, 2, 1)).with_grid(Some(Grid::Elements(1024)))),
        "[OCC027] a grid of 1 block in y does not divide into clusters of 2: 1 block is left over, \
         and the launch would fail

    help: `cluster = 4` divides the grid"
    );
}

#[test]
fn grid_dims() {
    let grid = |dims| GridDim::new(dims).unwrap();
    for x in 1..=40 {
        for y in [1, 2, 3, 65_535] {
            for cluster in [
                (1, 1, 1),
                (2, 1, 1),
                (7, 1, 1),
                (4, 2, 1),
                (1, 5, 1),
                (3, 3, 1),
            ] {
                let found = grid((x, y, 1)).check_cluster(cluster);
                let cut = |axis, blocks, cluster| {
                    Err(GridError::Cluster {
                        axis,
                        blocks,
                        cluster,
                    })
                };
                let expected = if x % cluster.0 != 0 {
                    cut(Axis::X, x, cluster.0)
                } else if y % cluster.1 != 0 {
                    cut(Axis::Y, y, cluster.1)
                } else {
                    Ok(grid((x, y, 1)))
                };
                assert_eq!(found, expected);

                let filled = (
                    x.div_ceil(cluster.0) * cluster.0,
                    y.div_ceil(cluster.1) * cluster.1,
                );
                let rounded = grid((x, y, 1)).rounded_up_to_cluster(cluster);
                if filled.1 > MAX_GRID_DIM.1 {
                    let (axis, blocks) = (Axis::Y, u64::from(filled.1));
                    assert_eq!(rounded, Err(GridError::Dimension { axis, blocks }));
                } else {
                    assert_eq!(rounded, Ok(grid((filled.0, filled.1, 1))));
                    assert_eq!(rounded.unwrap().check_cluster(cluster), rounded);
                }
            }
        }
    }
    let empty = Err(GridError::Cluster {
        axis: Axis::Y,
        blocks: 4,
        cluster: 0,
    });
    assert_eq!(grid((4, 4, 4)).check_cluster((2, 0, 0)), empty);
    assert_eq!(grid((4, 4, 4)).rounded_up_to_cluster((2, 0, 0)), empty);
    assert_eq!(
        grid((2, 1, 1)).rounded_up_to_cluster((u32::MAX, 1, 1)),
        Err(GridError::Dimension {
            axis: Axis::X,
            blocks: u64::from(u32::MAX)
        })
    );
    assert_eq!(
        grid((100, 1, 1))
            .check_cluster((8, 1, 1))
            .unwrap_err()
            .to_string(),
        "a grid of 100 blocks in x does not divide into clusters of 8: round it up to whole \
         clusters and let the kernel skip the extra blocks"
    );
    assert_eq!(
        grid((8, 1, 1))
            .check_cluster((8, 2, 1))
            .unwrap_err()
            .to_string(),
        "a grid of 1 block in y does not divide into clusters of 2: put the clusters along x, or launch \
         whole clusters and let the kernel skip the extra blocks"
    );
}

#[test]
fn the_bound_of_resident_clusters() {
    let bound = |name, cluster_dim| {
        let archs = [arch(name)];
        clustered(&archs, cluster_dim).resident_clusters_at_most(&archs[0])
    };
    // 132 SMs of 8 blocks.
    assert_eq!(bound("h100", (1, 1, 1)), Some(1056));
    assert_eq!(bound("h100", (8, 1, 1)), Some(132));
    assert_eq!(bound("h100", (5, 1, 1)), Some(211));
    assert_eq!(bound("h100", (4, 4, 1)), Some(66));
    // What cannot launch, and what is not known.
    assert_eq!(bound("h100", (17, 1, 1)), None);
    assert_eq!(bound("h100", (0, 4, 1)), None);
    assert_eq!(bound("b300", (4, 4, 1)), None);
    assert_eq!(bound("a100", (1, 1, 1)), None);
    assert_eq!(bound("9.0", (2, 1, 1)), None);
    let h100 = arch("h100");
    let archs = [h100];
    let alone = Configuration::new(&archs, block(256, 32));
    assert_eq!(alone.resident_clusters_at_most(&h100), None);
    let too_large = clustered(&archs, (2, 1, 1));
    let too_large = too_large.with_kernel(too_large.kernel.with_block_dim((2048, 1, 1)));
    assert_eq!(too_large.resident_clusters_at_most(&h100), None);
}

/// The same in `const` evaluation.
#[test]
fn all_of_it_is_const() {
    const H100: [Arch; 1] = [Arch::Device(occupancy_core::devices::H100)];
    const CUT: Configuration<'_> = Configuration::new(
        &H100,
        occupancy_core::Kernel::new((256, 1, 1), 32).with_cluster_dim(Some((4, 1, 1))),
    )
    .with_grid(Some(Grid::Elements(20_000)));
    const MESSAGE: occupancy_core::text::Message =
        CUT.message(CUT.check().split_first().unwrap().0);
    const WHOLE: Result<GridDim, GridError> = match GridDim::new((79, 1, 1)) {
        Ok(grid) => grid.rounded_up_to_cluster((4, 1, 1)),
        Err(error) => Err(error),
    };
    const BOUND: Option<u64> = CUT.resident_clusters_at_most(&H100[0]);
    assert!(MESSAGE.as_str().starts_with("[OCC027] "));
    assert_eq!(WHOLE.unwrap().dims(), (80, 1, 1));
    assert_eq!(BOUND, Some(264));
}

fn some_of(usual: std::ops::RangeInclusive<u32>) -> impl Strategy<Value = u32> {
    prop_oneof![15 => usual, 1 => any::<u32>()]
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(0),
        ..ProptestConfig::with_cases(1_500)
    })]

    /// Nothing panics, and all advice holds, whatever is stated.
    #[test]
    fn any_cluster_of_any_grid(
        names in prop::collection::vec(
            prop::sample::select(vec![
                "8.9", "a100", "9.0", "h100", "h100-pcie:1g.10gb", "10.0", "b200", "10.3", "12.0",
            ]),
            1..=3,
        ),
        cluster in (some_of(0..=9), some_of(0..=4), some_of(0..=2)),
        grid in prop_oneof![
            1 => Just(None),
            3 => (some_of(0..=3000), some_of(1..=9), some_of(1..=4)).prop_map(|dims| Some(Grid::Blocks(dims))),
            2 => (0..=5_000_000_u64).prop_map(|elements| Some(Grid::Elements(elements))),
            1 => any::<u64>().prop_map(|elements| Some(Grid::Elements(elements))),
        ],
        items in some_of(1..=4),
        threads in 1..=32_u32,
        registers in 24..=64_u32,
        min_blocks in prop::option::of(1..=9_u32),
        tail in prop::option::of(0..=20_u64),
    ) {
        let archs: Vec<Arch> = names.into_iter().map(arch).collect();
        let kernel = clustered(&archs, cluster).kernel.with_block_dim((threads * 32, 1, 1));
        let mut configuration = Configuration::new(&archs, kernel.with_registers(registers))
            .with_grid(grid)
            .with_integer(Argument::ItemsPerThread, items.into())
            .with_tail_efficiency(tail.map(|twentieths| ratio(twentieths, 20)));
        configuration.min_blocks = min_blocks;
        hold(&configuration);
        for one in &archs {
            let _ = configuration.resident_clusters_at_most(one);
        }
        // Without clusters, no rule about them is broken, and every other is as it was.
        let without: Vec<_> = rules(&configuration)
            .into_iter()
            .filter(|rule| !OF_CLUSTERS.contains(rule))
            .collect();
        prop_assert_eq!(rules(&Change::Without(Argument::Cluster).apply(&configuration)), without);
    }

    #[test]
    fn any_grid_is_rounded_up_to_whole_clusters(
        dims in (some_of(1..=99), some_of(1..=99), some_of(1..=99)),
        cluster in (some_of(0..=9), some_of(0..=9), some_of(0..=9)),
    ) {
        if let Ok(grid) = GridDim::new(dims) {
            match grid.rounded_up_to_cluster(cluster) {
                Ok(rounded) => {
                    prop_assert_eq!(rounded.check_cluster(cluster), Ok(rounded));
                    for axis in [Axis::X, Axis::Y, Axis::Z] {
                        let over = axis.of(rounded.dims()) - axis.of(dims);
                        prop_assert!(over < axis.of(cluster));
                    }
                }
                Err(_) => prop_assert!(grid.check_cluster(cluster).is_err()),
            }
        }
    }
}
