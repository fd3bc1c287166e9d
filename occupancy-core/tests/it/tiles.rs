//! Properties of any tile, which follow from the definitions. The published rows are in `tests/figures/tiles.txt`.

use occupancy_core::compute_capabilities::SM_110;
use occupancy_core::kernel::{Accumulator, Tile};
use occupancy_core::{Multiprocessor, Ratio};

use crate::random::{Random, inputs};

fn bf16(m: u32, n: u32, k: u32, stages: u32) -> Tile {
    Tile {
        stages,
        a_bytes: 2,
        b_bytes: 2,
        ..Tile::new(m, n, k)
    }
}

/// A program that knows the figure can state it.
#[test]
fn a_copy_of_the_limits_may_know_more() {
    let mut limits = SM_110.limits();
    limits.tensor_memory_columns_per_sm = Some(256);
    let ours = Multiprocessor::new(limits);
    let tile = |n| Tile {
        accumulator: Accumulator::TensorMemory,
        ..bf16(128, n, 64, 4)
    };
    assert_eq!(tile(128).blocks_with_tensor_memory(&ours), Some(2));
    assert_eq!(tile(512).blocks_with_tensor_memory(&ours), None);
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

/// At both ends of 32 bits.
#[test]
fn no_efficiency_is_more_than_whole() {
    let tile = Tile {
        problem: Some((1 << 31, u32::MAX)),
        ..Tile::new(1, 1, 1)
    };
    let largest = tile.efficiency(u32::MAX, u32::MAX);
    assert!(largest.is_some_and(|share| share <= Ratio::ONE));
    assert_eq!(tile.efficiency(0, 1), None);
}
