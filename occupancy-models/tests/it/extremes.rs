//! No panic and no overflow, whatever the figures.

use occupancy_core::{Multiprocessor, Ratio};
use occupancy_models::{InstructionClass, InstructionMix, Policy, Step, Timeline};

use crate::odd::{FIGURES, odd_limits};
use crate::throughput::CLASSES;

#[test]
fn mixes_of_any_figures() {
    for sm in Multiprocessor::ALL.iter().chain(&odd_limits()) {
        for count in FIGURES {
            for class in CLASSES {
                let mix = InstructionMix::new()
                    .with(class, count)
                    .with(InstructionClass::IssueSlots, u32::MAX);
                let Ok(clocks) = mix.clocks(sm) else {
                    assert!(count > 0, "{class}");
                    continue;
                };
                assert!(clocks.per_sm() >= clocks.of(InstructionClass::IssueSlots));
                assert!(clocks.utilization(class) <= Ratio::ONE);
            }
        }
    }
}

#[test]
fn timelines_of_any_figures() {
    for policy in [Policy::GreedyThenOldest, Policy::LooseRoundRobin] {
        assert!(Timeline::new(&[], 1, policy).is_none());
        for instructions in FIGURES {
            for latency in FIGURES {
                let program = [Step {
                    instructions,
                    latency_cycles: latency,
                }; 2];
                for warps in [0, 1, 64, 65, u32::MAX] {
                    let Some(mut timeline) = Timeline::new(&program, warps, policy) else {
                        assert!(warps == 0 || warps > 64 || instructions == 0 || latency == 0);
                        continue;
                    };
                    if let Some(share) = timeline.issue_share(1_000) {
                        assert!(share <= Ratio::ONE && share > Ratio::ZERO);
                    }
                    let cycle = timeline.next().unwrap();
                    assert_eq!((cycle.number, cycle.issued()), (0, Some(0)));
                    assert_eq!(cycle.states.len(), warps as usize);
                }
            }
        }
    }
}
