//! Latency hiding, in rows computed by hand and as a search for the least that is enough.

use occupancy_core::Ratio;
use occupancy_core::compute_capabilities::{SM_60, SM_90};
use occupancy_core::kernel::LatencyDemand;

fn hiding(latency: u32, instructions: u32) -> LatencyDemand {
    LatencyDemand::cycles(latency, instructions)
}

fn share(load: LatencyDemand, warps: u32) -> Ratio {
    load.issue_share(&SM_90, warps).expect("neither is zero")
}

/// Schedulers, latency, instructions: warps per SM that fill every cycle.
#[test]
fn warps_that_hide_a_latency() {
    let four = &SM_90;
    let two = &SM_60;
    assert_eq!((four.sub_partitions(), two.sub_partitions()), (4, 2));
    for (cc, latency, instructions, warps) in [
        (four, 4, 1, 16),
        (four, 6, 1, 24),
        (two, 6, 1, 12),
        (four, 400, 30, 60),
        (four, 400, 5, 324),
        (four, 700, 30, 100),
    ] {
        assert_eq!(
            hiding(latency, instructions).warps_per_sm(cc),
            Some(warps),
            "{latency} cycles, {instructions} instructions",
        );
    }
}

#[test]
fn shares_of_issue_slots() {
    for (latency, instructions, warps, expected) in [
        (400, 5, 64, "19.8 %"),
        (700, 30, 64, "65.8 %"),
        (400, 30, 60, "100 %"),
        (400, 30, 64, "100 %"),
        (400, 30, 0, "0 %"),
    ] {
        let hiding = hiding(latency, instructions);
        assert_eq!(share(hiding, warps).to_string(), expected);
    }
    let one = hiding(400, 30);
    // On each of four schedulers.
    for (warps, expected) in [(13, "90.9 %"), (14, "97.9 %"), (15, "100 %")] {
        assert_eq!(share(one, 4 * warps).to_string(), expected);
    }
}

/// "About a dozen warps hide 400 cycles at a ratio of 30" is told of the whole SM. It is short of what one
/// of its four schedulers needs, and twelve warps on the SM leave four cycles of five without an issue.
#[test]
fn a_dozen_warps_hide_nothing() {
    let load = hiding(400, 30);
    assert_eq!(load.warps_per_scheduler(), Some(15));
    assert_eq!(load.warps_per_sm(&SM_90), Some(60));
    assert_eq!(share(load, 12).to_string(), "21 %");
}

/// The mean over schedulers that are filled differently: three of five warps' worth and one of two.
#[test]
fn the_share_is_the_mean_over_schedulers() {
    // Period 10, one instruction: n warps issue in n of 10 cycles.
    let load = hiding(10, 1);
    assert_eq!(share(load, 5), Ratio::new(5, 40).unwrap());
    assert_eq!(share(load, 39), Ratio::new(39, 40).unwrap());
    // Beyond ten, a scheduler's warps queue.
    assert_eq!(share(load, 41), Ratio::ONE);
    assert!(!load.is_hidden_by(&SM_90, 39));
    assert!(load.is_hidden_by(&SM_90, 40));
}

/// What is offered is enough, and one less is not.
#[test]
fn offers_are_the_least_that_is_enough() {
    let mut offered = 0;
    for latency in (1..80).chain([400, 700, 1_000_000]) {
        for instructions in [1, 2, 3, 7, 30, 31, 1_000] {
            let load = hiding(latency, instructions);
            let warps = load.warps_per_sm(&SM_90).unwrap();
            assert!(load.is_hidden_by(&SM_90, u32::try_from(warps).unwrap()));
            assert!(!load.is_hidden_by(&SM_90, u32::try_from(warps).unwrap() - 1));

            for warps in 0..=64 {
                let enough = load.instructions_needed(&SM_90, warps);
                if let Some(enough) = enough {
                    offered += 1;
                    assert!(hiding(latency, enough).is_hidden_by(&SM_90, warps));
                    if enough > 1 {
                        assert!(!hiding(latency, enough - 1).is_hidden_by(&SM_90, warps));
                    }
                } else {
                    let many = hiding(latency, u32::MAX);
                    assert!(!many.is_hidden_by(&SM_90, warps), "{latency} {warps}");
                }
                assert_eq!(
                    load.is_hidden_by(&SM_90, warps),
                    share(load, warps) == Ratio::ONE
                );
            }
        }
    }
    assert!(offered > 10_000, "{offered}");
}

#[test]
fn nothing_of_nothing() {
    for nothing in [hiding(0, 1), hiding(1, 0), LatencyDemand::NONE] {
        assert_eq!(nothing.latency(), None);
        assert_eq!(nothing.warps_per_sm(&SM_90), None);
        assert_eq!(nothing.issue_share(&SM_90, 64), None);
        assert!(nothing.is_hidden_by(&SM_90, 0));
    }
}
