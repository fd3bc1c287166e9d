//! Tiles: the published rows, and what follows from the definitions for any tile.

use occupancy_core::compute_capabilities::{SM_90, SM_100};
use occupancy_core::devices::A100;
use occupancy_core::model::{Accumulator, Tile, TileError};
use occupancy_core::search::max_registers_per_thread;
use occupancy_core::{Kernel, Occupancy, Ratio, model::TensorMemoryError};

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
    assert_eq!(tile.accumulator_registers(192), Some(0));
    let columns = tile.tensor_memory().unwrap().unwrap();
    assert_eq!(columns.blocks_per_sm_at_most(&SM_100), Ok(2));
    assert_eq!(
        columns
            .blocks_per_sm_at_most(&SM_90)
            .unwrap_err()
            .to_string(),
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
