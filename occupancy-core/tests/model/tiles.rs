//! Tiles: the published rows, and what follows from the definitions for any tile.

use occupancy_core::compute_capabilities::{SM_90, SM_100, SM_110};
use occupancy_core::devices::A100;
use occupancy_core::kernel::{Accumulator, Tile};
use occupancy_core::search::max_registers_per_thread;
use occupancy_core::{ComputeCapability, Kernel, Occupancy, Ratio};

use crate::random::{Random, inputs};

fn bf16(m: u32, n: u32, k: u32, stages: u32) -> Tile {
    Tile {
        stages,
        a_bytes: 2,
        b_bytes: 2,
        ..Tile::new(m, n, k)
    }
}

#[test]
fn known_tiles() {
    let tile = bf16(128, 128, 64, 3);
    assert_eq!(tile.accumulator_registers(256), Some(64));
    assert_eq!(tile.shared_memory(), 98_304);
    assert_eq!(tile.flop_per_byte(), Ratio::new(64, 1));
    // 256 × 256 needs all that a thread has, and then all that 512 threads have.
    let tile = bf16(256, 256, 64, 1);
    for (threads, accumulators, allowed) in [(256, 256, 255), (512, 128, 128)] {
        assert_eq!(tile.accumulator_registers(threads), Some(accumulators));
        let most = max_registers_per_thread(&SM_90, threads, 1);
        assert_eq!(most, Some(allowed));
    }
    let tile = bf16(256, 128, 64, 4);
    assert_eq!(tile.accumulator_registers(256), Some(128));
    assert_eq!(tile.shared_memory(), 196_608);
    let kernel = Kernel::new((256, 1, 1), 128).with_dynamic_shared_memory(196_608);
    assert_eq!(Occupancy::new(&SM_90, &kernel).unwrap().blocks_per_sm, 1);
    // More than the 232,448 bytes that a block can have.
    assert_eq!(bf16(256, 128, 64, 5).shared_memory(), 245_760);
}

#[test]
fn accumulators_in_tensor_memory() {
    let columns = |m, n| {
        let tile = Tile {
            accumulator: Accumulator::TensorMemory,
            ..bf16(m, n, 64, 4)
        };
        tile.tensor_memory_columns().unwrap()
    };
    assert_eq!(columns(128, 256), 256);
    assert_eq!(columns(64, 256), 256);
    assert_eq!(columns(256, 256), 512);
    assert_eq!(columns(128, 8), 32);
    // The next power of two.
    assert_eq!(columns(128, 96), 128);
    assert_eq!(columns(256, 512), 1024);
    assert_eq!(bf16(128, 256, 64, 4).tensor_memory_columns(), None);

    let tile = Tile {
        accumulator: Accumulator::TensorMemory,
        ..bf16(128, 256, 64, 4)
    };
    assert_eq!(tile.accumulator_registers(192), Some(0));
    assert_eq!(tile.blocks_with_tensor_memory(&SM_100), Some(2));
    assert_eq!(tile.blocks_with_tensor_memory(&SM_90), None);
}

/// Blocks get theirs until one of them has to wait; where there are none, or too few for one, none does.
#[test]
fn blocks_hold_tensor_memory_while_there_are_columns() {
    for cc in ComputeCapability::ALL {
        for (n, columns) in [(1, 32), (64, 64), (128, 128), (200, 256), (512, 512)] {
            let tile = Tile {
                accumulator: Accumulator::TensorMemory,
                ..bf16(128, n, 64, 4)
            };
            assert_eq!(tile.tensor_memory_columns(), Some(columns));
            let (mut free, mut blocks) = (512, 0);
            while free >= columns {
                (free, blocks) = (free - columns, blocks + 1);
            }
            // Tensor memory is where the assembler has its instructions; of 11.0, no document says how much there is.
            let expected = (cc.major() == 10).then_some(blocks);
            assert_eq!(
                tile.blocks_with_tensor_memory(cc),
                expected,
                "{}",
                cc.name()
            );
        }
        let larger = Tile {
            accumulator: Accumulator::TensorMemory,
            ..bf16(128, 513, 64, 4)
        };
        assert_eq!(larger.blocks_with_tensor_memory(cc), None, "{}", cc.name());
    }
}

/// A program that knows the figure states it.
#[test]
fn a_copy_of_the_limits_may_know_more() {
    let mut ours = SM_110.limits();
    ours.tensor_memory_columns_per_sm = Some(256);
    let ours = ComputeCapability::new(ours);
    let tile = |n| Tile {
        accumulator: Accumulator::TensorMemory,
        ..bf16(128, n, 64, 4)
    };
    assert_eq!(tile(128).blocks_with_tensor_memory(&ours), Some(2));
    assert_eq!(tile(512).blocks_with_tensor_memory(&ours), None);
}

/// Waves that NVIDIA's guide to matrix multiplication and the Stream-K paper have.
#[test]
fn known_problems() {
    let tail = |m, n| {
        let waves = Tile {
            problem: Some((m, n)),
            ..bf16(256, 128, 32, 3)
        }
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
        let tile = Tile {
            problem: Some((384, 384)),
            ..bf16(m, n, 32, 3)
        };
        (tile.tiles(), tile.efficiency(4, 1).unwrap().to_string())
    };
    assert_eq!(efficiency(128, 128), (Some((3, 3)), "75 %".to_owned()));
    assert_eq!(efficiency(128, 64), (Some((3, 6)), "90 %".to_owned()));
}

#[test]
fn both_efficiencies_of_any_tile() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..inputs(20_000) / 10 {
        let (m, n) = (random.small(1, 300), random.small(1, 300));
        let (rows, columns) = (random.small(1, 5000), random.small(1, 5000));
        let (sms, blocks) = (random.small(1, 200), random.small(1, 8));
        let tile = Tile {
            problem: Some((rows, columns)),
            ..bf16(m, n, 32, 2)
        };
        let mut tiles = 0;
        let mut row = 0;
        while row < rows {
            tiles += u64::from(columns.div_ceil(n));
            row += m;
        }
        let (along_rows, along_columns) = tile.tiles().unwrap();
        assert_eq!(u64::from(along_rows) * u64::from(along_columns), tiles);
        let elements = u64::from(rows) * u64::from(columns);
        let of_tiles = tiles * u64::from(m) * u64::from(n);
        assert_eq!(tile.tile_efficiency(), Ratio::new(elements, of_tiles));
        let waves = tile.waves(sms, blocks).unwrap();
        let (edges, tail) = (tile.tile_efficiency().unwrap(), waves.tail_efficiency());
        let product = Ratio::new(
            edges.numerator() * tail.numerator(),
            edges.denominator() * tail.denominator(),
        );
        assert_eq!(tile.efficiency(sms, blocks), product);
    }
}

#[test]
fn what_is_no_tile_has_no_figures() {
    for (m, n, k) in [
        (0, 1, 1),
        (1, 0, 1),
        (1, 1, 0),
        (1, 1, 65_537),
        (u32::MAX, 1, 1),
    ] {
        let tile = Tile {
            problem: Some((128, 128)),
            ..Tile::new(m, n, k)
        };
        assert_eq!(tile.accumulator_registers(256), None);
        assert_eq!(tile.flop_per_byte(), None);
        assert_eq!(tile.tiles(), None);
        assert_eq!(tile.tile_efficiency(), None);
        let tile = Tile {
            accumulator: Accumulator::TensorMemory,
            ..tile
        };
        assert_eq!(tile.tensor_memory_columns(), None);
    }
    let tile = bf16(128, 128, 32, 3);
    assert_eq!(tile.accumulator_registers(0), None);
    assert_eq!(tile.tiles(), None);
    assert_eq!(
        Tile {
            problem: Some((0, 128)),
            ..tile
        }
        .tiles(),
        None
    );
    assert_eq!(
        Tile {
            problem: Some((0, 128)),
            ..tile
        }
        .efficiency(1, 1),
        None
    );
}

#[test]
fn no_figure_is_too_large() {
    let largest = Tile {
        stages: u32::MAX,
        a_bytes: u32::MAX,
        b_bytes: u32::MAX,
        ..Tile::new(65_536, 65_536, 65_536)
    };
    assert_eq!(largest.shared_memory(), u64::MAX);
    assert_eq!(largest.accumulator_registers(1), Some(1 << 32));
    assert!(largest.flop_per_byte().is_some());
    assert_eq!(
        Tile {
            problem: Some((u32::MAX, u32::MAX)),
            ..largest
        }
        .tiles(),
        None
    );
    let columns = Tile {
        accumulator: Accumulator::TensorMemory,
        ..largest
    };
    assert_eq!(columns.tensor_memory_columns(), Some(1 << 25));
    let smallest = Tile {
        a_bytes: 0,
        b_bytes: 0,
        ..Tile::new(1, 1, 1)
    };
    assert_eq!(smallest.flop_per_byte(), None);
    assert_eq!(
        Tile {
            problem: Some((u32::MAX, u32::MAX)),
            ..smallest
        }
        .tiles(),
        None
    );
    let tile = Tile {
        problem: Some((1 << 31, u32::MAX)),
        ..smallest
    };
    assert_eq!(
        tile.efficiency(u32::MAX, u32::MAX)
            .map(|share| share <= Ratio::ONE),
        Some(true)
    );
    assert_eq!(tile.efficiency(0, 1), None);
}
