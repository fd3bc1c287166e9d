//! Grids are exact or refused, and waves are those of a greedy schedule.

use occupancy_core::gpu::{MAX_GRID_DIM, Vendor};
use occupancy_core::kernel::Axis;
use occupancy_core::{Configuration, Grid, GridDim, GridError, Kernel, Ratio, Rule, Waves};

use crate::any_configuration::for_random;
use crate::common::ratio;

/// The waves, and the blocks of the last one, if blocks that take equally long go in order to the slot that is free
/// first.
fn greedy_schedule(grid_blocks: u64, slots: usize) -> (u64, u64) {
    let mut busy_until = vec![0_u64; slots];
    for _ in 0..grid_blocks {
        *busy_until.iter_mut().min().expect("a slot") += 1;
    }
    let makespan = *busy_until.iter().max().expect("a slot");
    let in_last_wave = busy_until.iter().filter(|&&end| end == makespan).count();
    (makespan, in_last_wave as u64)
}

#[test]
fn waves_are_those_of_a_greedy_schedule() {
    for sm_count in 1..=7 {
        for blocks_per_sm in 1..=4 {
            let slots = u64::from(sm_count * blocks_per_sm);
            for grid_blocks in 1..=90 {
                let grid = GridDim::new((grid_blocks, 1, 1)).unwrap();
                let waves = Waves::new(grid, sm_count, blocks_per_sm).unwrap();
                let grid_blocks = grid.blocks();
                let (makespan, in_last_wave) =
                    greedy_schedule(grid_blocks, usize::try_from(slots).unwrap());
                let about = format!("{grid_blocks} blocks on {slots} slots");
                let figures = (waves.grid_blocks(), waves.blocks_per_wave(), waves.count());
                assert_eq!(figures, (grid_blocks, slots, makespan), "{about}");
                let last = (waves.last_wave_blocks(), waves.last_wave_utilization());
                let expected = (in_last_wave, ratio(in_last_wave, slots));
                assert_eq!(last, expected, "{about}");
                let of_all_slots = ratio(grid_blocks, makespan * slots);
                assert_eq!(waves.tail_efficiency(), of_all_slots, "{about}");
                let full = |blocks: u64| blocks.is_multiple_of(slots);
                let below = (1..=grid_blocks).rev().find(|&blocks| full(blocks));
                let above = (grid_blocks..grid_blocks + slots).find(|&blocks| full(blocks));
                assert_eq!(waves.full_waves_below(), below, "{about}");
                assert_eq!(Some(waves.full_waves_above()), above, "{about}");
            }
        }
    }
}

#[test]
fn any_waves_add_up() {
    for_random(20_000, |random| {
        let (x, y, z) = MAX_GRID_DIM;
        let (y, z) = if random.is_one_in(2) { (1, 1) } else { (y, z) };
        let dims = (
            random.within(1..=x),
            random.within(1..=y),
            random.within(1..=z),
        );
        let grid = GridDim::new(dims).unwrap();
        let (sm_count, blocks_per_sm) = (random.mostly(0..=200), random.mostly(0..=32));
        let wave = u64::from(sm_count) * u64::from(blocks_per_sm);
        match Waves::new(grid, sm_count, blocks_per_sm) {
            None => assert_eq!(wave, 0),
            Some(waves) => {
                let whole = u128::from(waves.count() - 1) * u128::from(wave);
                let last = u128::from(waves.last_wave_blocks());
                assert_eq!(whole + last, u128::from(grid.blocks()));
                assert!(1 <= last && last <= u128::from(wave));
                assert!(waves.tail_efficiency() <= Ratio::ONE);
                assert!(waves.tail_efficiency() >= waves.last_wave_utilization());
                assert!(waves.full_waves_above() >= grid.blocks());
                assert!(waves.full_waves_above() - grid.blocks() < wave);
                let below = waves.full_waves_below().unwrap_or(0);
                assert!(below <= grid.blocks() && grid.blocks() - below < wave);
            }
        }
        if let Ok(persistent) = GridDim::persistent(sm_count, blocks_per_sm) {
            assert_eq!(persistent.blocks(), wave);
            let waves = Waves::new(persistent, sm_count, blocks_per_sm).unwrap();
            assert_eq!((waves.count(), waves.tail_efficiency()), (1, Ratio::ONE));
        }
    });
}

/// A grid is made exactly where each of the GPUs launches it: AMD counts the threads along an axis in 32 bits. The rules
/// refuse the same ones, and `covers_u32` promises no other.
#[test]
fn any_grid_is_made_where_each_gpu_launches_it() {
    for_random(20_000, |random| {
        let mut configuration = random.configuration().with_tile(None);
        configuration.kernel.cluster_dim = None;
        configuration.cooperative = false;
        let (block, each) = (
            configuration.kernel.block_dim,
            configuration.elements_per_block(),
        );
        let mut vendors = configuration
            .archs
            .iter()
            .map(|arch| arch.multiprocessor().vendor());
        let is_amd = vendors.any(|vendor| vendor == Vendor::Amd);
        let is_launched = |dims: (u64, u64, u64)| {
            [Axis::X, Axis::Y, Axis::Z].iter().all(|axis| {
                let (blocks, threads) = (axis.of(dims), u128::from(axis.of(block)));
                let is_counted = u128::from(blocks) * threads <= u128::from(u32::MAX);
                (1..=axis.of(MAX_GRID_DIM).into()).contains(&blocks) && (is_counted || !is_amd)
            })
        };
        let (x, y, z) = configuration.most_blocks();
        let mut near = |most: u32| match random.next() % 8 {
            0 => random.mostly(0..=70_000),
            1 | 2 => most.saturating_add(random.within(0..=1)),
            _ => most.saturating_sub(random.within(0..=1)),
        };
        let dims = (near(x), near(y), near(z));
        let wide = (dims.0.into(), dims.1.into(), dims.2.into());
        let made = configuration.grid_of(dims).map(GridDim::dims);
        let expected = is_launched(wide).then_some(dims);
        assert_eq!(made.ok(), expected, "{configuration:?}");
        // An axis that is over the limit of both vendors is named.
        let first = [Axis::X, Axis::Y, Axis::Z]
            .into_iter()
            .find(|axis| axis.of(dims) > axis.of(MAX_GRID_DIM));
        let over = first.map(|axis| GridError::Dimension {
            axis,
            blocks: axis.of(wide),
        });
        let is_empty = dims.0 == 0 || dims.1 == 0 || dims.2 == 0;
        let error = if is_empty {
            Some(GridError::Empty)
        } else {
            over
        };
        assert_eq!(GridDim::new(dims).err(), error, "{dims:?}");
        let broken = configuration.with_grid(Some(Grid::Blocks(dims))).check();
        let rules = [Rule::EmptyGrid, Rule::GridDimension, Rule::GridThreads];
        let is_refused = rules.iter().any(|rule| broken.contains(*rule));
        assert_eq!(is_refused, !is_launched(wide), "{dims:?} {configuration:?}");

        let (sm_count, resident) = (near(x), near(1));
        let blocks = u64::from(sm_count) * u64::from(resident);
        let persistent = configuration.persistent_grid(sm_count, resident, resident);
        assert_eq!(
            persistent.is_ok(),
            is_launched((blocks, 1, 1)),
            "{configuration:?}"
        );

        if block.0 == 0 || block.1 == 0 || block.2 == 0 || each == 0 {
            return;
        }
        let extent = (near(u32::MAX), near(u32::MAX), near(u32::MAX));
        let over = |axis: Axis| u64::from(axis.of(extent)).div_ceil(axis.of(block).into());
        let made = configuration.grid_for_extent(extent).is_ok();
        let blocks = (over(Axis::X), over(Axis::Y), over(Axis::Z));
        assert_eq!(made, is_launched(blocks), "{extent:?} {configuration:?}");

        let of_elements = |elements: u64| {
            let made = configuration
                .grid_for_elements(elements)
                .map(GridDim::blocks);
            let blocks = elements.div_ceil(each);
            let expected = is_launched((blocks, 1, 1)).then_some(blocks);
            assert_eq!(made.ok(), expected, "{elements} {configuration:?}");
            made.is_ok()
        };
        of_elements(each.saturating_mul(wide.0));
        let covers = configuration.covers_u32();
        assert_eq!(of_elements(u32::MAX.into()), covers, "{configuration:?}");
        assert!(!covers || of_elements(near(u32::MAX).max(1).into()));
    });
}

/// A grid has whole clusters, or the first axis that does not is named; rounded up, it is the next one that has.
#[test]
fn any_grid_is_rounded_up_to_whole_clusters() {
    for_random(20_000, |random| {
        let (x, y, _) = random.mostly_dims(1..=99, 1..=99, 1..=1);
        let dims = (x, y, random.of(&[1, 2, 65_535]));
        let cluster = random.mostly_dims(0..=9, 0..=5, 0..=3);
        let Ok(grid) = GridDim::new(dims) else {
            return;
        };
        let axes = [Axis::X, Axis::Y, Axis::Z].map(|axis| (axis, axis.of(dims), axis.of(cluster)));
        let cut = |&(axis, blocks, cluster): &(Axis, u32, u32)| {
            let error = GridError::Cluster {
                axis,
                blocks,
                cluster,
            };
            (!blocks.is_multiple_of(cluster)).then_some(error)
        };
        let is_cut = axes.iter().find_map(cut);
        let found = grid.check_cluster(cluster).err();
        assert_eq!(found, is_cut, "{dims:?} {cluster:?}");
        let whole = |blocks: u32, cluster| u64::from(blocks).next_multiple_of(u64::from(cluster));
        let over = |&(axis, blocks, cluster): &(Axis, u32, u32)| {
            let blocks = whole(blocks, cluster);
            let is_over = blocks > u64::from(axis.of(MAX_GRID_DIM));
            is_over.then_some(GridError::Dimension { axis, blocks })
        };
        let mut empty = axes.iter().filter(|(.., cluster)| *cluster == 0);
        let refused = match empty.next() {
            Some(first) => cut(first),
            None => axes.iter().find_map(over),
        };
        let expected = match refused {
            Some(error) => Err(error),
            None => Ok(axes.map(|(_, blocks, cluster)| whole(blocks, cluster))),
        };
        let kernel = Kernel::new((2, 2, 2), 32).with_cluster_dim(Some(cluster));
        // A kernel indexes an axis with several threads.
        let extent = (2 * x, 2 * dims.1, 2 * dims.2);
        let rounded = Configuration::new(&[], kernel)
            .grid_for_extent(extent)
            .map(|grid| <[u32; 3]>::from(grid.dims()).map(u64::from));
        assert_eq!(rounded, expected, "{dims:?} {cluster:?}");
    });
}
