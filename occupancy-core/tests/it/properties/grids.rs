//! Grids are exact or refused, and waves are those of a greedy schedule.

use occupancy_core::{GridDim, GridError, Ratio, Waves, gpu::MAX_GRID_DIM};
use proptest::prelude::*;

use super::any::{mostly, random};
use crate::common::ratio;

/// Blocks that take equally long, given in order to the slot that is free first.
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
                assert_eq!(waves.grid_blocks(), grid_blocks, "{about}");
                assert_eq!(waves.blocks_per_wave(), slots, "{about}");
                assert_eq!(waves.count(), makespan, "{about}");
                assert_eq!(waves.last_wave_blocks(), in_last_wave, "{about}");
                assert_eq!(
                    waves.last_wave_utilization(),
                    ratio(in_last_wave, slots),
                    "{about}"
                );
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
fn nothing_runs_on_no_sm() {
    assert_eq!(Waves::new(GridDim::ONE_BLOCK, 0, 4), None);
    assert_eq!(Waves::new(GridDim::ONE_BLOCK, 132, 0), None);
    assert_eq!(GridDim::persistent(0, 4), Err(GridError::Empty));
    assert_eq!(GridDim::persistent(132, 0), Err(GridError::Empty));
}

proptest! {
    #![proptest_config(random(10_000))]

    #[test]
    fn any_grid_is_exact_or_refused(
        dims in any::<(u32, u32, u32)>(),
        elements in prop_oneof![0..=1_u64 << 40, any::<u64>()],
        per_block in prop_oneof![0..=4096_u64, any::<u64>()],
    ) {
        let (x, y, z) = dims;
        match GridDim::new(dims) {
            Ok(grid) => {
                prop_assert_eq!(grid.dims(), dims);
                let exact = u128::from(x) * u128::from(y) * u128::from(z);
                prop_assert_eq!(u128::from(grid.blocks()), exact);
                prop_assert!(grid.blocks() > 0);
            }
            Err(GridError::Empty) => prop_assert!(x == 0 || y == 0 || z == 0),
            Err(GridError::Dimension { axis, blocks }) => {
                prop_assert_eq!(blocks, u64::from(axis.of(dims)));
                prop_assert!(axis.of(dims) > axis.of(MAX_GRID_DIM));
            }
            Err(other) => prop_assert!(false, "{other}"),
        }
        match GridDim::for_elements(elements, per_block) {
            Ok(grid) => {
                let (blocks, per_block) = (u128::from(grid.blocks()), u128::from(per_block));
                prop_assert!(blocks * per_block >= u128::from(elements));
                prop_assert!((blocks - 1) * per_block < u128::from(elements));
            }
            Err(GridError::Empty) => prop_assert!(elements == 0 || per_block == 0),
            Err(error) => {
                prop_assert!(elements.div_ceil(per_block) > u64::from(MAX_GRID_DIM.0), "{error}");
            }
        }
    }

    #[test]
    fn any_waves_add_up(
        (x, y, z) in (1..=MAX_GRID_DIM.0, 1..=MAX_GRID_DIM.1, 1..=MAX_GRID_DIM.2),
        flat in any::<bool>(),
        sm_count in mostly(0..=200_u32),
        blocks_per_sm in mostly(0..=32_u32),
    ) {
        let dims = if flat { (x, 1, 1) } else { (x, y, z) };
        let grid = GridDim::new(dims).unwrap();
        let wave = u64::from(sm_count) * u64::from(blocks_per_sm);
        match Waves::new(grid, sm_count, blocks_per_sm) {
            None => prop_assert_eq!(wave, 0),
            Some(waves) => {
                let whole = u128::from(waves.count() - 1) * u128::from(wave);
                let last = u128::from(waves.last_wave_blocks());
                prop_assert_eq!(whole + last, u128::from(grid.blocks()));
                prop_assert!(1 <= last && last <= u128::from(wave));
                prop_assert!(waves.tail_efficiency() <= Ratio::ONE);
                prop_assert!(waves.tail_efficiency().at_least(waves.last_wave_utilization()));
                prop_assert!(waves.full_waves_above() >= grid.blocks());
                prop_assert!(waves.full_waves_above() - grid.blocks() < wave);
                let below = waves.full_waves_below().unwrap_or(0);
                prop_assert!(below <= grid.blocks() && grid.blocks() - below < wave);
            }
        }
        if let Ok(persistent) = GridDim::persistent(sm_count, blocks_per_sm) {
            prop_assert_eq!(persistent.blocks(), wave);
            let waves = Waves::new(persistent, sm_count, blocks_per_sm).unwrap();
            prop_assert_eq!((waves.count(), waves.tail_efficiency()), (1, Ratio::ONE));
        }
    }
}
