//! Tiles: the published rows, and what follows from the definitions for any tile.

use occupancy_core::compute_capabilities::{SM_90, SM_100};
use occupancy_core::devices::{A100, H100, RTX4090};
use occupancy_core::model::{Accumulator, Tile, TileError};
use occupancy_core::{
    Kernel, Occupancy, Ratio,
    model::TensorMemoryError,
    search::{TileChoice, TileSearch, best_tiles},
};

use crate::random::{Random, inputs};

fn bf16(m: u32, n: u32, k: u32, stages: u32) -> Tile {
    Tile::new(m, n, k)
        .unwrap()
        .with_stages(stages)
        .with_operand_bytes(2, 2)
}

#[test]
fn known_tiles() {
    let tile = bf16(128, 128, 64, 3);
    assert_eq!(tile.accumulator_registers(256), Some(64));
    assert_eq!(tile.shared_memory(), 98_304);
    assert_eq!(tile.flop_per_byte(), Ratio::new(64, 1));
    // 256 × 256 needs all that a thread has, and then all that 512 threads have.
    let tile = bf16(256, 256, 64, 1);
    for (threads, extra, accumulators, allowed) in [(256, 0, 256, 255), (512, 1, 128, 128)] {
        let refused = tile.kernel(&SM_90, threads, extra);
        assert_eq!(
            refused,
            Err(TileError::Registers {
                accumulators,
                extra,
                allowed
            })
        );
    }
    let whole = tile.kernel(&SM_90, 512, 0).unwrap();
    assert_eq!(whole.registers_per_thread, 128);
    let tile = bf16(256, 128, 64, 4);
    let kernel = tile.kernel(&SM_90, 256, 0).unwrap();
    assert_eq!(kernel.registers_per_thread, 128);
    assert_eq!(kernel.dynamic_shared_memory, 196_608);
    assert_eq!(Occupancy::new(&SM_90, &kernel).unwrap().blocks_per_sm, 1);
    assert_eq!(
        bf16(256, 128, 64, 5).kernel(&SM_90, 256, 0),
        Err(TileError::SharedMemory {
            bytes: 245_760,
            allowed: 232_448
        })
    );
}

#[test]
fn accumulators_in_tensor_memory() {
    let columns = |m, n| {
        let tile = bf16(m, n, 64, 4).with_accumulator(Accumulator::TensorMemory);
        tile.tensor_memory()
            .unwrap()
            .map(occupancy_core::model::TensorMemory::columns)
    };
    assert_eq!(columns(128, 256), Ok(256));
    assert_eq!(columns(64, 256), Ok(256));
    assert_eq!(columns(256, 256), Ok(512));
    assert_eq!(columns(128, 8), Ok(32));
    // The next power of two.
    assert_eq!(columns(128, 96), Ok(128));
    assert_eq!(columns(256, 512), Err(TensorMemoryError::Columns(1024)));
    assert_eq!(bf16(128, 256, 64, 4).tensor_memory(), None);

    let tile = bf16(128, 256, 64, 4).with_accumulator(Accumulator::TensorMemory);
    let kernel = tile.kernel(&SM_100, 192, 64).unwrap();
    assert_eq!(kernel.registers_per_thread, 64);
    let columns = tile.tensor_memory().unwrap().unwrap();
    assert_eq!(columns.blocks_per_sm_at_most(&SM_100), Ok(2));
    assert_eq!(
        tile.kernel(&SM_90, 192, 64).unwrap_err().to_string(),
        "compute capability 9.0 has no tensor memory: `tcgen05` is compiled for `sm_100f` and `sm_110f`"
    );
}

/// Waves that NVIDIA's guide to matrix multiplication and the Stream-K paper have.
#[test]
fn known_problems() {
    let tail = |m, n| {
        let waves = bf16(256, 128, 32, 3)
            .of(m, n)
            .unwrap()
            .waves(A100.sm_count(), 1)
            .unwrap();
        (
            waves.grid_blocks(),
            waves.count(),
            waves.tail_efficiency().to_string(),
        )
    };
    assert_eq!(tail(1792, 1792), (98, 1, "90.7 %".to_owned()));
    assert_eq!(tail(1793, 1793), (120, 2, "55.6 %".to_owned()));
    assert_eq!(tail(2304, 1536), (108, 1, "100 %".to_owned()));
    assert_eq!(tail(2304, 1537), (117, 2, "54.2 %".to_owned()));
    let efficiency = |m, n| {
        let tiling = bf16(m, n, 32, 3).of(384, 384).unwrap();
        (tiling.tiles(), tiling.efficiency(4, 1).unwrap().to_string())
    };
    assert_eq!(efficiency(128, 128), (9, "75 %".to_owned()));
    assert_eq!(efficiency(128, 64), (18, "90 %".to_owned()));
}

#[test]
fn both_efficiencies_of_any_tile() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..inputs(20_000) / 10 {
        let (m, n) = (random.small(1, 300), random.small(1, 300));
        let (rows, columns) = (random.small(1, 5000), random.small(1, 5000));
        let (sms, blocks) = (random.small(1, 200), random.small(1, 8));
        let tiling = bf16(m, n, 32, 2).of(rows, columns).unwrap();
        let mut tiles = 0;
        let mut row = 0;
        while row < rows {
            tiles += u64::from(columns.div_ceil(n));
            row += m;
        }
        assert_eq!(tiling.tiles(), tiles);
        let elements = u64::from(rows) * u64::from(columns);
        let of_tiles = tiles * u64::from(m) * u64::from(n);
        assert_eq!(
            tiling.tile_efficiency(),
            Ratio::new(elements, of_tiles).unwrap()
        );
        let waves = tiling.waves(sms, blocks).unwrap();
        let (tile, tail) = (tiling.tile_efficiency(), waves.tail_efficiency());
        let product = Ratio::new(
            tile.numerator() * tail.numerator(),
            tile.denominator() * tail.denominator(),
        );
        assert_eq!(tiling.efficiency(sms, blocks), product);
    }
}

fn search(m: u32, n: u32, least: u64) -> TileSearch {
    TileSearch {
        m,
        n,
        tile: bf16(1, 1, 64, 3),
        threads: 256,
        extra_registers: 40,
        least_flop_per_byte: Ratio::new(least, 1).unwrap(),
    }
}

/// The best of all extents that are powers of two, found one by one.
#[test]
fn best_tiles_are_the_best() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for device in [A100, H100, RTX4090] {
        for _ in 0..200 {
            let search = search(
                random.small(1, 9000),
                random.small(1, 9000),
                random.within(0, 100),
            );
            let mut all: Vec<(Ratio, Ratio, Kernel)> = Vec::new();
            for m in [16, 32, 64, 128, 256] {
                for n in [16, 32, 64, 128, 256] {
                    let tile = bf16(m, n, 64, 3);
                    let flop_per_byte = tile.flop_per_byte().unwrap();
                    let Ok(kernel) = tile.kernel(device.compute_capability(), 256, 40) else {
                        continue;
                    };
                    let blocks = Occupancy::new(device.compute_capability(), &kernel)
                        .unwrap()
                        .blocks_per_sm;
                    let tiling = tile.of(search.m, search.n).unwrap();
                    let efficiency = tiling.efficiency(device.sm_count(), blocks).unwrap();
                    if flop_per_byte >= search.least_flop_per_byte {
                        all.push((efficiency, flop_per_byte, kernel));
                    }
                }
            }
            all.sort_by_key(|&(efficiency, intensity, _)| {
                std::cmp::Reverse((efficiency, intensity))
            });
            let found: Vec<TileChoice> = best_tiles::<25>(&device, &search)
                .into_iter()
                .flatten()
                .collect();
            assert_eq!(found.len(), all.len());
            for (found, (efficiency, flop_per_byte, _)) in found.iter().zip(&all) {
                assert_eq!(found.efficiency, *efficiency);
                assert_eq!(found.flop_per_byte, *flop_per_byte);
                assert!(all.iter().any(|(_, _, kernel)| *kernel == found.kernel));
            }
        }
    }
    assert_eq!(best_tiles::<1>(&H100, &search(4096, 4096, 1_000)), [None]);
    assert_eq!(best_tiles::<1>(&H100, &search(0, 4096, 1)), [None]);
    assert_eq!(best_tiles::<0>(&H100, &search(4096, 4096, 1)), []);
}

#[test]
fn what_is_no_tile_says_why() {
    assert_eq!(
        Tile::new(0, 1, 1).unwrap_err().to_string(),
        "a tile of 0 elements along one axis: it has 1 to 65536"
    );
    assert_eq!(Tile::new(1, 1, 65_537), Err(TileError::Extent(65_537)));
    assert_eq!(
        bf16(128, 128, 32, 3).of(0, 128).unwrap_err().to_string(),
        "a product of 0 × 128 elements: it has at least one, and its tiles fewer than 2^64"
    );
    for threads in [0, 1025, u32::MAX] {
        assert_eq!(
            bf16(128, 128, 32, 3).kernel(&SM_90, threads, 0),
            Err(TileError::Threads(threads))
        );
    }
}

#[test]
fn no_figure_is_too_large() {
    let largest = Tile::new(65_536, 65_536, 65_536)
        .unwrap()
        .with_stages(u32::MAX)
        .with_operand_bytes(u32::MAX, u32::MAX);
    assert_eq!(largest.shared_memory(), u64::MAX);
    assert_eq!(largest.accumulator_registers(1), Some(1 << 32));
    assert!(largest.flop_per_byte().is_some());
    assert!(largest.kernel(&SM_90, 1024, u32::MAX).is_err());
    let tiling = largest.of(u32::MAX, u32::MAX);
    assert_eq!(
        tiling,
        Err(TileError::Problem {
            m: u32::MAX,
            n: u32::MAX
        })
    );
    let smallest = Tile::new(1, 1, 1).unwrap().with_operand_bytes(0, 0);
    assert_eq!(smallest.flop_per_byte(), None);
    assert!(smallest.of(u32::MAX, u32::MAX).is_err());
    let tiling = smallest.of(1 << 31, u32::MAX).unwrap();
    assert_eq!(
        tiling
            .efficiency(u32::MAX, u32::MAX)
            .map(|share| share <= Ratio::ONE),
        Some(true)
    );
    assert_eq!(tiling.efficiency(0, 1), None);
}
