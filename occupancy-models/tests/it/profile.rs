//! What Nsight Compute shows.

use occupancy_core::compute_capabilities::SM_90;
use occupancy_core::devices::H100;
use occupancy_core::{GridDim, Kernel, Occupancy, Waves};
use occupancy_models::expected_profile;

fn shown(kernel: &Kernel, grid: u32) -> Vec<String> {
    let occupancy = Occupancy::new(&SM_90, kernel).unwrap();
    let grid = GridDim::new((grid, 1, 1)).unwrap();
    let waves = Waves::new(grid, H100.sm_count(), occupancy.blocks_per_sm);
    let profile = expected_profile(&SM_90, kernel, &occupancy, waves);
    profile.iter().map(ToString::to_string).collect()
}

/// H100, 256 threads of 64 registers, 1,000 blocks. The block has no shared memory but the 1,024 bytes that
/// are reserved, which 228 times fit.
#[test]
fn an_h100() {
    assert_eq!(
        shown(&Kernel::new((256, 1, 1), 64), 1_000),
        [
            "launch__registers_per_thread = 64",
            "launch__occupancy_limit_registers = 4",
            "launch__occupancy_limit_shared_mem ≤ 228",
            "launch__occupancy_limit_warps = 8",
            "launch__occupancy_limit_blocks = 32",
            "launch__waves_per_multiprocessor = 1.89",
            "sm__maximum_warps_per_active_cycle_pct = 50 %",
            "sm__warps_active.avg.pct_of_peak_sustained_active ≤ 50 %",
            "smsp__warps_active.avg.per_cycle_active ≤ 8.00",
        ]
    );
}

#[test]
fn limits_and_waves_that_are_not_there_are_left_out() {
    let kernel = Kernel::new((256, 1, 1), 0);
    let occupancy = Occupancy::new(&SM_90, &kernel).unwrap();
    let profile = expected_profile(&SM_90, &kernel, &occupancy, None);
    for name in [
        "launch__occupancy_limit_registers",
        "launch__waves_per_multiprocessor",
    ] {
        assert!(profile.iter().all(|metric| metric.name != name));
    }
    assert_eq!(profile.len(), 7);
    assert!(profile.iter().all(|metric| !metric.otherwise.is_empty()));
}
