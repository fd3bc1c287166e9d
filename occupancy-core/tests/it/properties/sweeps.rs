//! Tables and sweeps have the results of single calculations, and the best of the edges is the best of all.

use std::sync::LazyLock;

use occupancy_core::compute_capabilities::SM_90;
use occupancy_core::model::{OccupancyTables, Point, Sweep};
use occupancy_core::{Kernel, Multiprocessor, Occupancy};

use crate::any_configuration::{for_random, multiprocessors};
use crate::common::{MADE_UP, STEP, block};
use crate::random::Random;

type Lists = (Vec<(u32, u32, u32)>, Vec<u32>, Vec<u32>);

/// One with registers in units of one: more units than the tables have. The other has warps of one thread.
static OTHERS: LazyLock<[Multiprocessor; 2]> = LazyLock::new(|| {
    let (mut in_ones, mut of_ones) = (SM_90.limits(), SM_90.limits());
    in_ones.register_allocation_unit = in_ones.warp_size;
    (of_ones.warp_size, of_ones.max_threads_per_block) = (1, 64);
    [in_ones, of_ones].map(Multiprocessor::new)
});

fn prepared() -> Vec<(&'static Multiprocessor, OccupancyTables)> {
    let all = Multiprocessor::ALL.iter().chain(&MADE_UP);
    let all = all.chain([&*OTHERS; 8].into_iter().flatten());
    all.map(|sm| (sm, OccupancyTables::new(sm))).collect()
}

/// The blocks per SM of a single calculation, whose every figure is that of the tables; 0 if the kernel is refused.
fn single(sm: &Multiprocessor, tables: &OccupancyTables, kernel: &Kernel) -> u32 {
    let single = Occupancy::new(sm, kernel);
    let of_tables = tables.occupancy(kernel);
    assert_eq!(of_tables, single, "{}: {kernel:?}", sm.name());
    single.map_or(0, |all| all.blocks_per_sm)
}

#[test]
fn tables_have_every_occupancy() {
    let prepared = prepared();
    for_random(1_000_000, |random| {
        let (sm, tables) = &prepared[random.index(prepared.len())];
        single(sm, tables, &random.kernel());
    });
}

/// With all registers, and with blocks that fill their last warp and that do not.
#[test]
fn tables_have_every_row_and_column() {
    for sm in multiprocessors().chain(&*OTHERS).step_by(STEP.min(2)) {
        let tables = OccupancyTables::new(sm);
        let most = sm.max_registers_per_thread() + 2;
        for threads in
            (0..=sm.max_threads_per_block() + 1).step_by(sm.warp_size().div_ceil(2) as usize)
        {
            let sweep = tables.sweep(block(threads, 0)).registers(0..=most);
            for point in sweep.points().step_by(STEP) {
                let kernel = block(threads, point.registers_per_thread);
                assert_eq!(sweep.kernel(&point), kernel);
                let blocks = single(sm, &tables, &kernel);
                assert_eq!(point.blocks_per_sm, blocks, "{}: {kernel:?}", sm.name());
            }
        }
    }
}

/// Some blocks, registers and shared memory, in no order.
fn lists(random: &mut Random) -> Lists {
    let some = |random: &mut Random, most| -> Vec<u32> {
        let steps = random.of(&[1, most / 8]);
        let (first, step) = (random.mostly(0..=most), random.within(0..=steps));
        (0..random.within(0..=12))
            .map(|at| match random.next() % 32 {
                0 => random.mostly(0..=most),
                _ => first.saturating_add(at * step) % (most + most / 8),
            })
            .collect()
    };
    let threads = some(random, 1024);
    let block_dims = threads.into_iter().map(|x| match random.next() % 4 {
        0 => (x / 8, 8, random.within(0..=2)),
        _ => (x, 1, 1),
    });
    let block_dims = block_dims.collect();
    let registers = random.of(&[64, 255, 512, 1024]);
    (block_dims, some(random, registers), some(random, 240_000))
}

/// The points that single calculations give.
fn one_by_one(sm: &Multiprocessor, kernel: Kernel, lists: &Lists) -> Vec<(Kernel, u32, u32)> {
    let (block_dims, registers, memory) = lists;
    let mut out = Vec::new();
    for &bytes in memory {
        for &block_dim in block_dims {
            for &registers in registers {
                let kernel = kernel
                    .with_block_dim(block_dim)
                    .with_registers(registers)
                    .with_vgprs(registers)
                    .with_dynamic_shared_memory(bytes);
                let single = Occupancy::new(sm, &kernel);
                let blocks = single.map_or(0, |all| all.blocks_per_sm);
                out.push((kernel, blocks, single.map_or(0, |all| all.warps_per_sm())));
            }
        }
    }
    out
}

/// Some figure that never falls as registers and shared memory grow.
fn key(point: &Point, weights: [u64; 3]) -> (u32, u64) {
    let registers = u64::from(point.registers_per_thread) * point.threads_per_block().min(1 << 20);
    let memory = u64::from(point.dynamic_shared_memory);
    let warps = u64::from(point.warps_per_sm());
    let most = u32::try_from(weights[2]).unwrap();
    (
        point.blocks_per_sm.min(most),
        registers * weights[0] + memory * weights[1] + warps,
    )
}

#[test]
fn sweeps_have_every_occupancy_and_the_best() {
    let prepared = prepared();
    for_random(6_000, |random| {
        let (sm, tables) = &prepared[random.index(prepared.len())];
        let (kernel, lists) = (random.kernel(), lists(random));
        let (min_blocks, min_warps) = match random.next() % 3 {
            0 => (0, 0),
            1 => (random.within(0..=4), random.mostly(0..=40)),
            _ => (1, random.mostly(0..=3)),
        };
        let (block_dims, registers, memory) = lists.clone();
        let sweep: Sweep<'_, _, _, _> = tables
            .sweep(kernel)
            .block_dims(block_dims)
            .registers(registers)
            .dynamic_shared_memory(memory)
            .min_blocks(min_blocks)
            .min_warps(min_warps);
        let about = format!("{}: {sweep:?}", sm.name());

        let mut expected = one_by_one(sm, kernel, &lists);
        expected.retain(|(_, blocks, warps)| *blocks >= min_blocks && *warps >= min_warps);
        let of = |point: Point| {
            (
                sweep.kernel(&point),
                point.blocks_per_sm,
                point.warps_per_sm(),
            )
        };
        let points: Vec<Point> = sweep.points().collect();
        let found: Vec<_> = points.iter().copied().map(of).collect();
        assert_eq!(found, expected, "{about}");
        // From `next` as from `fold`, and from one after the other.
        let mut left = sweep.points();
        let mut mixed: Vec<Point> = left.by_ref().take(points.len() / 2).collect();
        left.for_each(|point| mixed.push(point));
        assert_eq!(mixed, points, "{about}");

        let weights = [
            random.within(0..=3),
            random.within(0..=3),
            random.within(0..=9),
        ];
        let key = |point: &Point| key(point, weights.map(u64::from));
        let best = sweep.best_by_key(key);
        assert_eq!(
            best.as_ref().map(key),
            points.iter().map(key).max(),
            "{about}"
        );
        assert!(best.is_none_or(|best| points.contains(&best)), "{about}");
        // Each point has an edge that is as good.
        let edges: Vec<Point> = sweep.edges().collect();
        for point in &points {
            let is_as_good = |edge: &Point| {
                edge.block_dim == point.block_dim
                    && edge.blocks_per_sm == point.blocks_per_sm
                    && edge.registers_per_thread >= point.registers_per_thread
                    && edge.dynamic_shared_memory >= point.dynamic_shared_memory
            };
            assert!(edges.iter().any(is_as_good), "{point:?}, {about}");
        }
    });
}

/// An empty range has no points, and a refused kernel no blocks.
#[test]
fn nothing_is_swept_and_nothing_overflows() {
    let ends = [0, 1, u32::MAX];
    for (sm, tables) in prepared() {
        let sweep = tables.sweep(block(32, 32));
        let none = || std::iter::empty();
        assert_eq!(
            sweep
                .clone()
                .threads(none())
                .registers(ends)
                .points()
                .next(),
            None
        );
        assert_eq!(sweep.clone().registers(none()).best_by_key(|_| 0), None);
        assert_eq!(
            sweep.clone().dynamic_shared_memory(none()).points().count(),
            0
        );
        assert_eq!(sweep.clone().min_blocks(u32::MAX).points().next(), None);
        assert_eq!(sweep.clone().min_warps(u32::MAX).edges().next(), None);
        let refused = tables.sweep(block(32, 32).with_carveout(Some(101)));
        assert_eq!(
            refused
                .points()
                .map(|point| point.blocks_per_sm)
                .sum::<u32>(),
            0
        );

        let cubes = ends.iter().flat_map(|&x| ends.map(|z| (x, x, z)));
        let all = sweep
            .block_dims(cubes)
            .registers(ends)
            .dynamic_shared_memory(ends);
        assert_eq!(all.points().count(), 9 * 3 * 3, "{}", sm.name());
        let launched = all.min_blocks(1);
        let blocks = launched.points().map(|point| point.block_dim);
        assert!(blocks.eq([(1, 1, 1); 4]), "{}", sm.name());
        // Of ranges without an end, as many as are taken.
        let threads = launched
            .threads(1..)
            .registers(1..)
            .dynamic_shared_memory(0..);
        assert_eq!(threads.points().take(200).count(), 200);
    }
}
