//! No panic and no overflow, whatever the figures.

use occupancy_core::gpu::Vendor;
use occupancy_core::{Device, Kernel, Occupancy, Ratio, compute_capabilities, targets};
use occupancy_models::{
    Error, InstructionClass, InstructionMix, Policy, Schedule, SmOrder, Step, Timeline,
    expected_profile, lanes_per_clock, max_potential_block_size, peak_mflop_per_s,
    registers_beside, ridge, split_registers,
};

use crate::odd::{FIGURES, odd_limits};
use crate::throughput::CLASSES;

#[test]
fn mixes_of_any_figures() {
    for sm in compute_capabilities::ALL.iter().chain(&odd_limits()) {
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

/// Every model that has NVIDIA's figures refuses each target of AMD, and the others calculate with its limits.
#[test]
fn no_figure_of_nvidia_is_that_of_amd() {
    for sm in targets::ALL {
        let kernel = Kernel::new((256, 1, 1), 32).with_vgprs(96);
        let refused = Error::OnlyNvidia(sm.name());
        for class in CLASSES.into_iter().chain([InstructionClass::IssueSlots]) {
            assert_eq!(lanes_per_clock(sm, class), Err(refused));
            let mix = InstructionMix::new().with(class, 1);
            assert_eq!(mix.clocks(sm).err(), Some(refused));
        }
        assert_eq!(split_registers(sm, &kernel, &[24, 40]), Err(refused));
        assert_eq!(registers_beside(sm, &kernel, &[24]), Err(refused));
        let occupancy = Occupancy::new(sm, &kernel).unwrap();
        assert!(expected_profile(sm, &kernel, &occupancy, None).is_empty());

        let resident = |threads| {
            let kernel = kernel.with_block_dim((threads, 1, 1));
            threads * Occupancy::new(sm, &kernel).unwrap().blocks_per_sm
        };
        let best = max_potential_block_size(sm, &kernel, |_| 0, 1024).unwrap();
        let (threads, blocks) = best.unwrap();
        assert_eq!(resident(threads), threads * blocks, "{}", sm.name());
        assert_eq!((1..=1024).map(resident).max(), Some(threads * blocks));
        let placed = Schedule::new(sm, 1, SmOrder::Ascending)
            .and_then(|mut idle| idle.launch(&kernel, &[1; 100]))
            .unwrap();
        let first = placed.iter().filter(|block| block.start == 0).count();
        assert_eq!(first, occupancy.blocks_per_sm as usize, "{}", sm.name());
    }
    for device in Device::of(Vendor::Amd) {
        for class in [InstructionClass::Float, InstructionClass::Double] {
            assert_eq!(peak_mflop_per_s(device, class), None);
            assert_eq!(ridge(device, class), None);
        }
    }
}

#[test]
fn timelines_of_any_figures() {
    for policy in [
        Policy::GreedyThenOldest,
        Policy::LooseRoundRobin,
        Policy::LongestStalled,
    ] {
        assert!(Timeline::new(&[], 1, policy).is_none());
        for instructions in FIGURES {
            for latency in FIGURES {
                let program = [Step::new(instructions, latency); 2];
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
