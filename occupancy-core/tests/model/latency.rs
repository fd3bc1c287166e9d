//! Latency hiding, as a search for the least that is enough. Rows computed by hand are in `tests/figures/latency.txt`.

use occupancy_core::Ratio;
use occupancy_core::compute_capabilities::SM_90;
use occupancy_core::kernel::LatencyDemand;

/// What is offered is enough, and one less is not.
#[test]
fn offers_are_the_least_that_is_enough() {
    let is_hidden = |latency, instructions, warps| {
        let demand = LatencyDemand::cycles(latency, instructions);
        let share = demand.issue_share(&SM_90, warps).expect("neither is zero");
        let is_hidden = demand.is_hidden_by(&SM_90, warps);
        assert_eq!(is_hidden, share == Ratio::ONE, "{demand:?} {warps}");
        is_hidden
    };
    let mut offered = 0;
    for latency in (1..80).chain([400, 700, 1_000_000]) {
        for instructions in [1, 2, 3, 7, 30, 31, 1_000] {
            let demand = LatencyDemand::cycles(latency, instructions);
            let warps = u32::try_from(demand.warps_per_sm(&SM_90).unwrap()).unwrap();
            assert!(is_hidden(latency, instructions, warps));
            assert!(!is_hidden(latency, instructions, warps - 1));

            for warps in 0..=64 {
                if let Some(enough) = demand.instructions_needed(&SM_90, warps) {
                    offered += 1;
                    assert!(is_hidden(latency, enough, warps));
                    assert!(enough == 1 || !is_hidden(latency, enough - 1, warps));
                } else {
                    assert!(!is_hidden(latency, u32::MAX, warps), "{latency} {warps}");
                }
            }
        }
    }
    assert!(offered > 10_000, "{offered}");
}

#[test]
fn nothing_is_hidden_by_no_warps() {
    for nothing in [
        LatencyDemand::cycles(0, 1),
        LatencyDemand::cycles(1, 0),
        LatencyDemand::NONE,
    ] {
        assert_eq!(nothing.latency(), None);
        assert!(nothing.is_hidden_by(&SM_90, 0));
    }
}
