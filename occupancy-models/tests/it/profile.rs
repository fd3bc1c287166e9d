//! The metrics that Nsight Compute shows.

use occupancy_core::compute_capabilities::SM_90;
use occupancy_core::{GridDim, Kernel, Occupancy, Waves};
use occupancy_models::expected_profile;

/// H100, 256 threads, 1,000 blocks. The block has no shared memory but the 1,024 bytes that are reserved, which 228
/// times fit. Limits and waves that are not there are left out.
#[test]
fn an_h100() {
    let all = "\
launch__registers_per_thread = 64
launch__occupancy_limit_registers = 4
launch__occupancy_limit_shared_mem ≤ 228
launch__occupancy_limit_warps = 8
launch__occupancy_limit_blocks = 32
launch__waves_per_multiprocessor = 1.89
sm__maximum_warps_per_active_cycle_pct = 50 %
sm__warps_active.avg.pct_of_peak_sustained_active ≤ 50 %
smsp__warps_active.avg.per_cycle_active ≤ 8.00";
    let without = "\
launch__registers_per_thread = 0
launch__occupancy_limit_shared_mem ≤ 228
launch__occupancy_limit_warps = 8
launch__occupancy_limit_blocks = 32
sm__maximum_warps_per_active_cycle_pct = 100 %
sm__warps_active.avg.pct_of_peak_sustained_active ≤ 100 %
smsp__warps_active.avg.per_cycle_active ≤ 16.00";
    for (registers, grid, expected) in [(64, Some(1_000), all), (0, None, without)] {
        let kernel = Kernel::new((256, 1, 1), registers);
        let occupancy = Occupancy::new(&SM_90, &kernel).unwrap();
        let grid = grid.map(|blocks| GridDim::new((blocks, 1, 1)).unwrap());
        let waves = grid.and_then(|grid| Waves::new(grid, 132, occupancy.blocks_per_sm));
        let profile = expected_profile(&SM_90, &kernel, &occupancy, waves);
        let shown: Vec<_> = profile.iter().map(ToString::to_string).collect();
        assert_eq!(shown.join("\n"), expected);
        assert!(profile.iter().all(|metric| !metric.otherwise.is_empty()));
    }
}
