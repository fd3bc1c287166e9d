//! The edges of the calculation, of the searches and of grids, by figures worked out by hand.

use occupancy_core::compute_capabilities::{SM_52, SM_60, SM_61, SM_80, SM_86, SM_90};
use occupancy_core::{
    Arch, ComputeCapability, Configuration, Grid, GridDim, GridError, Kernel, Occupancy, Ratio,
    Resource, Rule, Waves,
    gpu::MAX_GRID_DIM,
    kernel::{Argument, Axis, Change},
    launch::CompileOptions,
    rules::{BlockSize, best_block_sizes, margin},
    search::max_registers_per_thread,
    text::grouped,
};

fn occupancy(cc: &ComputeCapability, kernel: &Kernel) -> Occupancy {
    Occupancy::new(cc, kernel).expect("a kernel to calculate")
}

fn blocks(cc: &ComputeCapability, block_dim: (u32, u32, u32), registers: u32) -> u32 {
    occupancy(cc, &Kernel::new(block_dim, registers)).blocks_per_sm
}

#[test]
fn resources_and_errors_in_words() {
    let names = Resource::ALL.map(|resource| resource.to_string());
    let expected = [
        "registers",
        "shared memory",
        "warps",
        "block slots",
        "barriers",
        "virtual resources",
    ];
    assert_eq!(names, expected);
    assert_eq!(format!("{:>8}", Resource::Warps), "   warps");
    let refused = |kernel| Occupancy::new(&SM_90, &kernel).unwrap_err().to_string();
    assert_eq!(
        refused(Kernel::new((0, 1, 1), 64)),
        "the block has no threads: every dimension is at least 1"
    );
    assert_eq!(
        refused(Kernel::new((32, 1, 1), 64).with_carveout(Some(101))),
        "a carve-out of 101 percent: it is 0 to 100 percent"
    );
}

/// "Shared memory binds", but "registers bind" and "shared memory and warps bind".
#[test]
fn binding_limits_in_words() {
    let kernel = |threads, registers, bytes| {
        Kernel::new((threads, 1, 1), registers).with_dynamic_shared_memory(bytes)
    };
    for (kernel, text, singular) in [
        (kernel(256, 32, 100_000), "shared memory", true),
        (kernel(256, 64, 0), "registers", false),
        (kernel(256, 32, 0), "registers and warps", false),
        // Two blocks each.
        (kernel(1024, 16, 100_000), "shared memory and warps", false),
    ] {
        let occupancy = occupancy(&SM_90, &kernel);
        let binding = occupancy.binding();
        assert_eq!(binding.to_string(), text);
        assert_eq!(occupancy.binding_is_singular(), singular, "{text}");
        assert_eq!(format!("{binding:.>24}"), format!("{text:.>24}"));
    }
}

/// No table has a block narrower than it has threads; a program's own copy may.
#[test]
fn every_dimension_of_a_block_has_its_limit() {
    let mut narrow = SM_90.limits();
    narrow.max_block_dim = (512, 256, 64);
    let narrow = ComputeCapability::new(narrow);
    for (block_dim, fits) in [
        ((512, 1, 1), true),
        ((513, 1, 1), false),
        ((1, 256, 1), true),
        ((1, 257, 1), false),
        ((1, 1, 64), true),
        ((1, 1, 65), false),
        ((600, 1, 1), false),
        ((1, 300, 1), false),
        ((1, 1, 100), false),
        ((32, 32, 1), true),
        ((32, 33, 1), false),
    ] {
        let limit = occupancy(&narrow, &Kernel::new(block_dim, 16)).limits.warps;
        assert_eq!(limit > 0, fits, "{block_dim:?}");
    }
}

/// 6.0 launches only what every Pascal would: 9 warps of 200 registers fit into its two sub-partitions
/// as 10, and would take 12 of four. No other compute capability is held to that.
#[test]
fn only_6_0_is_held_to_its_family() {
    let halved = |cc: ComputeCapability| {
        let mut limits = cc.limits();
        limits.sub_partitions = 2;
        ComputeCapability::new(limits)
    };
    assert_eq!(blocks(&SM_60, (288, 1, 1), 200), 0);
    for cc in [SM_52, SM_61, SM_80, SM_86, SM_90] {
        assert_eq!(blocks(&cc, (288, 1, 1), 200), 0, "{}", cc.name());
        assert_eq!(blocks(&halved(cc), (288, 1, 1), 200), 1, "{}", cc.name());
    }
}

/// The register cap of a block that no register count keeps, and of none.
#[test]
fn register_caps_at_their_ends() {
    assert_eq!(max_registers_per_thread(&SM_90, 1024, 2), Some(32));
    assert_eq!(max_registers_per_thread(&SM_90, 32, 32), Some(64));
    assert_eq!(max_registers_per_thread(&SM_90, 32, 33), None);
    assert_eq!(max_registers_per_thread(&SM_90, 32, 0), None);
    assert_eq!(max_registers_per_thread(&SM_90, 0, 1), None);
    // One count for each of 1 to 32 resident warps of an SM with 65,536 registers.
    assert_eq!(max_registers_per_thread(&SM_90, 32, 8), Some(255));
    assert_eq!(max_registers_per_thread(&SM_90, 32, 12), Some(168));
}

fn best(archs: &[Arch], kernel: Kernel, least: u32, most: u32) -> Vec<(u32, Ratio)> {
    best_block_sizes::<3>(&Configuration::new(archs, kernel), least, most)
        .into_iter()
        .flatten()
        .map(
            |BlockSize {
                 threads, occupancy, ..
             }| (threads, occupancy),
        )
        .collect()
}

fn percent(percent: u64) -> Ratio {
    Ratio::new(percent, 100).expect("a positive denominator")
}

/// 40 registers on an SM of 64 warps: 48 of them fit, whatever the block, if its size divides 48.
#[test]
fn best_block_sizes_of_one_gpu() {
    let archs = [Arch::ComputeCapability(&SM_90)];
    let kernel = Kernel::new((1, 1, 1), 40);
    let three = |least, most| best(&archs, kernel, least, most);
    // 24 warps twice, 16 thrice, 12 four times.
    let expected = [768, 512, 384].map(|threads| (threads, percent(75)));
    assert_eq!(three(32, 1024), expected);
    // No block is larger, and the rest of a warp is left out.
    assert_eq!(three(0, u32::MAX), expected);
    assert_eq!(three(768, 799), [(768, percent(75))]);
    assert_eq!(three(769, 799), []);
    assert_eq!(three(1, 31), []);
    assert_eq!(three(32, 32), [(32, percent(50))]);
    // 15 warps thrice are 45; the larger of two equal ones is first.
    assert_eq!(
        three(448, 511),
        [
            (480, Ratio::new(45, 64).unwrap()),
            (448, Ratio::new(42, 64).unwrap())
        ]
    );
    // One warp at a time, 32 blocks at most.
    assert_eq!(three(0, 64), [(64, percent(75)), (32, percent(50))]);
}

/// The occupancy that counts is that of the GPU where it is least, whichever comes first.
#[test]
fn best_block_sizes_of_two_gpus() {
    let (wide, narrow) = (
        Arch::ComputeCapability(&SM_90),
        Arch::ComputeCapability(&SM_86),
    );
    let kernel = Kernel::new((1, 1, 1), 32);
    // 64 warps are full with 1024 threads twice; of 48, one such block has 32.
    let alone = best(&[wide], kernel, 1024, 1024);
    assert_eq!(alone, [(1024, Ratio::ONE)]);
    for archs in [[wide, narrow], [narrow, wide]] {
        let both = best(&archs, kernel, 1024, 1024);
        assert_eq!(both, [(1024, Ratio::new(2, 3).unwrap())]);
        assert_eq!(best(&archs, kernel, 256, 1024)[0], (512, Ratio::ONE));
    }
    assert_eq!(best(&[], kernel, 32, 1024), []);
}

/// What does not pass its check is no candidate: two blocks of 1024 threads have 32 registers.
#[test]
fn best_block_sizes_pass_their_check() {
    let archs = [Arch::ComputeCapability(&SM_90)];
    let configuration = Configuration::new(&archs, Kernel::new((1, 1, 1), 64)).with_min_blocks(2);
    let sizes = best_block_sizes::<3>(&configuration, 32, 1024);
    let sizes = sizes.map(|size| size.expect("three pass").threads);
    assert_eq!(sizes, [512, 256, 128]);
}

#[test]
fn grids_of_nothing_are_empty() {
    assert_eq!(GridDim::for_elements(0, 256), Err(GridError::Empty));
    assert_eq!(GridDim::for_elements(256, 0), Err(GridError::Empty));
    for zero in [(0, 8, 4), (32, 0, 4), (32, 8, 0)] {
        let extent = GridDim::for_extent((100, 100, 100), zero);
        assert_eq!(extent, Err(GridError::Empty), "{zero:?}");
        let extent = GridDim::for_extent(zero, (32, 8, 4));
        assert_eq!(extent, Err(GridError::Empty), "{zero:?}");
    }
    let grid = GridDim::for_extent((100, 100, 100), (32, 8, 4)).unwrap();
    assert_eq!(grid.dims(), (4, 13, 25));
    assert_eq!(grid.blocks(), 1_300);
}

#[test]
fn grids_at_the_limit_of_an_axis() {
    let (most, most_y, most_z) = MAX_GRID_DIM;
    let over = |axis, blocks| Err(GridError::Dimension { axis, blocks });
    let largest = u64::from(most);
    let grid = GridDim::for_elements(largest, 1).unwrap();
    assert_eq!(grid.dims(), (most, 1, 1));
    assert_eq!(
        GridDim::for_elements(largest + 1, 1),
        over(Axis::X, largest + 1)
    );
    assert!(GridDim::new((1, most_y, most_z)).is_ok());
    let too_many = u64::from(most_y) + 1;
    assert_eq!(GridDim::new((1, most_y + 1, 1)), over(Axis::Y, too_many));
    assert_eq!(GridDim::new((1, 1, most_z + 1)), over(Axis::Z, too_many));

    // The largest number of clusters of 1, and one more.
    let grid = GridDim::persistent_clusters(most, 1, (1, 2, 1));
    assert_eq!(grid.unwrap().dims(), (most / 2, 2, 1));
    let grid = GridDim::persistent_clusters(most, 1, (1, 1, 1));
    assert_eq!(grid.unwrap().dims(), (most, 1, 1));
    let grid = GridDim::persistent_clusters(most + 1, 1, (1, 1, 1));
    assert_eq!(grid, over(Axis::X, largest + 1));
    let grid = GridDim::persistent_clusters(u32::MAX, 2, (2, 1, 1));
    assert_eq!(grid, over(Axis::X, 2 * u64::from(u32::MAX)));
    for nothing in [
        GridDim::persistent_clusters(132, 1, (2, 0, 1)),
        GridDim::persistent_clusters(0, 1, (1, 1, 1)),
        GridDim::persistent_clusters(132, 0, (1, 1, 1)),
    ] {
        assert_eq!(nothing, Err(GridError::Empty));
    }
    let none_fits = GridDim::persistent_clusters(7, 1, (2, 4, 1)).unwrap_err();
    let (cluster, resident) = (8, 7);
    assert_eq!(none_fits, GridError::ResidentCluster { cluster, resident });
    assert_eq!(
        none_fits.to_string(),
        "not one cluster of 8 blocks fits: 7 blocks are resident at once, and the launch would fail; make the \
         clusters smaller"
    );
    let grid = GridDim::persistent_clusters(132, 3, (4, 2, 1));
    assert_eq!(grid.unwrap().dims(), (196, 2, 1));
}

#[test]
fn whole_waves_beside_a_grid() {
    for (grid, below, above, count, last) in [
        (1, None, 528, 1, 1),
        (527, None, 528, 1, 527),
        (528, Some(528), 528, 1, 528),
        (529, Some(528), 1_056, 2, 1),
        (1_600, Some(1_584), 2_112, 4, 16),
    ] {
        let waves = GridDim::new((grid, 1, 1)).unwrap();
        let waves = Waves::new(waves, 132, 4).unwrap();
        assert_eq!(waves.grid_blocks(), u64::from(grid));
        assert_eq!(waves.blocks_per_wave(), 528);
        assert_eq!(waves.full_waves_below(), below, "{grid}");
        assert_eq!(waves.full_waves_above(), above, "{grid}");
        assert_eq!((waves.count(), waves.last_wave_blocks()), (count, last));
    }
}

/// A grid is checked against its cluster up to the limit of the axis; beyond, the limit is the fault.
#[test]
fn a_grid_at_its_limit_is_cut_by_its_cluster() {
    let archs = [Arch::ComputeCapability(&SM_90)];
    let (x, y, z) = MAX_GRID_DIM;
    for (cluster_dim, at_the_limit, beyond) in [
        ((2, 1, 1), (x, 1, 1), (x + 2, 1, 1)),
        ((1, 2, 1), (1, y, 1), (1, y + 2, 1)),
        ((1, 1, 2), (1, 1, z), (1, 1, z + 2)),
    ] {
        let kernel = Kernel::new((128, 1, 1), 32).with_cluster_dim(Some(cluster_dim));
        let rules = |dims| {
            let configuration =
                Configuration::new(&archs, kernel).with_grid(Some(Grid::Blocks(dims)));
            let violations = configuration.check();
            violations.iter().collect::<Vec<Rule>>()
        };
        assert_eq!(rules(at_the_limit), [Rule::ClusterGrid], "{cluster_dim:?}");
        let beyond = rules(beyond);
        assert!(!beyond.contains(&Rule::ClusterGrid), "{cluster_dim:?}");
        assert_eq!(beyond.len(), 1, "{beyond:?}");
    }
}

/// More than 64 bits hold is the most that they hold.
#[test]
fn a_ratio_over_all_saturates() {
    let huge = Ratio::new(u64::MAX, 1).unwrap();
    assert_eq!(huge.tenths_of_percent(), u64::MAX);
    let large = Ratio::new(u64::MAX / 1000, 1).unwrap();
    assert_eq!(large.tenths_of_percent(), u64::MAX / 1000 * 1000);
}

/// The margins of a block are whole warps along its outermost axis, up to one step over the largest.
///
/// With 32 registers per thread, 64 warps fit on one SM of 9.0, and at most 32 blocks.
#[test]
fn margins_of_threads_are_whole_warps_along_the_outermost_axis() {
    for (block_dim, more, fewer) in [
        // 8 blocks of 8 warps, 9 of 7 and 7 of 9.
        ((256, 1, 1), (224, 1, 1), (288, 1, 1)),
        ((32, 8, 1), (32, 7, 1), (32, 9, 1)),
        ((8, 4, 8), (8, 4, 7), (8, 4, 9)),
        // 21 blocks of 3 warps, 32 of 2 and 16 of 4: an odd number of rows of 16 ends in half a warp.
        ((16, 6, 1), (16, 4, 1), (16, 8, 1)),
        // 2 blocks of 32 warps, 3 of 21; the next block is over the limit.
        ((1024, 1, 1), (672, 1, 1), (1056, 1, 1)),
    ] {
        let configuration = Configuration::new(&[], Kernel::new(block_dim, 32));
        let arch = Arch::ComputeCapability(&SM_90);
        let threads = margin(&configuration, &arch, Argument::Threads);
        assert_eq!(threads.more, Some(Change::Threads(more)), "{block_dim:?}");
        assert_eq!(threads.fewer, Some(Change::Threads(fewer)), "{block_dim:?}");
    }
}

/// By the major number first, then by the minor one, wherever the lowest stands in the list.
#[test]
fn the_lowest_target_is_that_of_the_lowest_compute_capability() {
    for (names, lowest) in [
        (["8.0", "8.9"], "sm_80"),
        (["8.9", "8.0"], "sm_80"),
        (["9.0", "8.9"], "sm_89"),
        (["8.9", "9.0"], "sm_89"),
        (["8.6", "8.6"], "sm_86"),
    ] {
        let archs = names.map(|name| Arch::find(name).unwrap());
        let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 32));
        let options = CompileOptions::new(&configuration);
        assert_eq!(options.lowest_target(), Some(lowest), "{names:?}");
    }
}

/// A text that fills its buffer to the byte is whole.
#[test]
fn a_number_of_64_bits_is_grouped_whole() {
    let most = grouped(u64::MAX);
    assert_eq!(most.as_str(), "18,446,744,073,709,551,615");
    assert_eq!(format!("{most:>28}"), "  18,446,744,073,709,551,615");
    assert_eq!(format!("{:?}", grouped(1_000)), "\"1,000\"");
    assert_eq!(grouped(999).as_str(), "999");
    assert_eq!(grouped(0).as_str(), "0");
}

#[test]
fn arguments_of_ptxas_and_prefixes_of_macros_in_words() {
    let archs = [Arch::find("h100").unwrap()];
    let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 72));
    let options = CompileOptions::new(&configuration);
    assert_eq!(
        options.ptxas(&archs[0]).unwrap().to_string(),
        "--gpu-name=sm_90 --warn-on-spills --verbose"
    );
    assert_eq!(
        options.ptxas_register_limit().to_string(),
        "--maxrregcount=72 --override-directive-values"
    );
    for (prefix, fault) in [
        ("", "this one is empty"),
        ("3D", "a digit cannot be its first character"),
        (
            "two-pass",
            "the character at byte 3 is not an ASCII letter, a digit or `_`",
        ),
    ] {
        assert_eq!(
            options.header(prefix).unwrap_err().to_string(),
            format!("the prefix of a macro has to be a C identifier: {fault}")
        );
    }
}

/// The numbers that stand for another configuration are told apart by one comparison each.
#[test]
fn a_header_compares_each_number_once() {
    let archs = [Arch::find("h100").unwrap()];
    let configuration = Configuration::new(&archs, Kernel::new((32, 8, 1), 64));
    let header = CompileOptions::new(&configuration)
        .header("A")
        .unwrap()
        .to_string();
    let compared = header.lines().find_map(|line| line.strip_prefix("#elif "));
    let compared: Vec<&str> = compared.unwrap().split(" || ").collect();
    assert_eq!(compared.len(), 12);
    assert_eq!(
        compared[..3],
        [
            "A_THREADS_PER_BLOCK != 256",
            "A_MIN_BLOCKS_PER_SM != 4",
            "A_MAX_REGISTERS_PER_THREAD != 64"
        ]
    );
    assert_eq!(compared[11], "A_BLOCKS_PER_CLUSTER_Z != 1");
}
