//! No panic and no overflow, whatever the figures.

use occupancy_core::Ratio;
use occupancy_core::kernel::LatencyDemand;

use crate::odd::{FIGURES, odd_limits};

#[test]
fn latency_hiding_of_any_figures() {
    for cc in &odd_limits() {
        for latency in FIGURES {
            for instructions in FIGURES {
                let load = LatencyDemand::cycles(latency, instructions);
                if load.latency().is_none() {
                    assert!(latency == 0 || instructions == 0);
                    continue;
                }
                assert!(load.warps_per_scheduler() >= Some(1));
                for warps in FIGURES {
                    let share = load.issue_share(cc, warps).unwrap();
                    assert!(share <= Ratio::ONE, "{share}");
                    let _ = load.warps_per_sm(cc);
                    if let Some(enough) = load.instructions_needed(cc, warps) {
                        assert!(enough >= 1);
                    }
                }
            }
        }
    }
}

#[test]
fn bytes_in_flight_of_any_figures() {
    let all = FIGURES.map(u64::from);
    for (one, other) in all.iter().flat_map(|one| all.map(|other| (*one, other))) {
        for under in [1, 3, u64::from(u32::MAX), u64::MAX] {
            let needed = Ratio::new(one * other, under).unwrap();
            for bytes in FIGURES {
                let demand = LatencyDemand::bytes(bytes);
                assert_eq!(demand.warps_in_flight(needed).is_none(), bytes == 0);
                for warps in FIGURES {
                    assert!(demand.bandwidth_share(needed, warps) <= Ratio::ONE);
                }
            }
        }
    }
}
