//! No panic and no overflow, whatever the figures.

use occupancy_core::compute_capabilities::SM_90;
use occupancy_core::model::{BytesInFlight, LatencyHiding, SchedulerLoad};
use occupancy_core::{ComputeCapability, Ratio};

const FIGURES: [u32; 8] = [0, 1, 2, 31, 32, 65_535, u32::MAX - 1, u32::MAX];

fn odd_limits() -> Vec<ComputeCapability> {
    // A power of two that divides the 64 warps of an SM.
    [1, 2, 4, 8, 16, 32, 64]
        .map(|schedulers| {
            let mut limits = SM_90.limits();
            limits.sub_partitions = schedulers;
            ComputeCapability::new(limits)
        })
        .to_vec()
}

#[test]
fn latency_hiding_of_any_figures() {
    for cc in &odd_limits() {
        for latency in FIGURES {
            for instructions in FIGURES {
                let Some(load) = LatencyHiding::new(latency, instructions) else {
                    assert!(latency == 0 || instructions == 0);
                    continue;
                };
                assert!(load.warps_per_scheduler() >= 1);
                for warps in FIGURES {
                    let share = load.issue_share(cc, warps);
                    assert!(share <= Ratio::ONE, "{share}");
                    assert!(load.scheduler_issue_share(warps) <= Ratio::ONE);
                    let _ = load.warps_per_sm(cc);
                    let _ = load.longest_hidden_latency(cc, warps);
                    if let Some(enough) = load.instructions_needed(cc, warps) {
                        assert!(enough >= 1);
                    }
                    let dealt = SchedulerLoad::new(cc, warps);
                    assert!(dealt.fewest_warps() <= dealt.most_warps());
                    assert!(dealt.idle_schedulers() <= dealt.schedulers());
                }
            }
        }
    }
}

#[test]
fn bytes_in_flight_of_any_figures() {
    for latency in FIGURES {
        for clock in FIGURES {
            for bandwidth in FIGURES {
                for sms in FIGURES {
                    let Some(needed) = BytesInFlight::new(latency, clock, bandwidth, sms) else {
                        assert!(latency == 0 || clock == 0 || bandwidth == 0 || sms == 0);
                        continue;
                    };
                    assert!(needed.per_sm() >= 1);
                    for figure in FIGURES {
                        assert_eq!(needed.warps_per_sm(figure).is_none(), figure == 0);
                        assert_eq!(needed.bytes_per_thread(figure).is_none(), figure == 0);
                        assert!(needed.bandwidth_share(figure, u32::MAX) <= Ratio::ONE);
                    }
                }
            }
        }
    }
}
