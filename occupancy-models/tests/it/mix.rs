//! Mixes of instructions: clocks by hand, and what binds.

use occupancy_core::compute_capabilities::{SM_61, SM_80, SM_90, SM_110};
use occupancy_core::{ComputeCapability, Ratio};
use occupancy_models::InstructionClass::{
    self, Double, Float, IntegerMultiply, IssueSlots, SharedMemory, SpecialFunction, TensorHalf,
};
use occupancy_models::{Error, InstructionMix};

fn ratio(over: u64, under: u64) -> Ratio {
    Ratio::new(over, under).unwrap()
}

fn mix(counts: &[(InstructionClass, u32)]) -> InstructionMix {
    let none = InstructionMix::new();
    counts
        .iter()
        .fold(none, |mix, (class, count)| mix.with(*class, *count))
}

/// 128 lanes are 4 warp instructions a clock, which is as many as four schedulers issue, and 16 are one every two
/// clocks. One 16 × 8 × 16 is 2,048 multiply-adds, of which an H100's SM does 2,048 a clock.
#[test]
fn clocks_by_hand() {
    let floats = "32-bit floating point";
    let busy = [(Float, 64), (SharedMemory, 16), (IssueSlots, 20)];
    for (counts, cc, clocks, binding) in [
        (
            &[(Float, 100)][..],
            &SM_90,
            ratio(25, 1),
            "32-bit floating point and issue slots",
        ),
        (&[(Float, 100)], &SM_80, ratio(50, 1), floats),
        (&[(Double, 3)], &SM_90, ratio(3, 2), "64-bit floating point"),
        (
            &[(SpecialFunction, 1)],
            &SM_90,
            ratio(2, 1),
            "special functions",
        ),
        (&[(TensorHalf, 1)], &SM_90, ratio(1, 1), "tensor cores"),
        (&[(TensorHalf, 1)], &SM_80, ratio(2, 1), "tensor cores"),
        // Two instructions of one warp in a clock were Maxwell's and Pascal's; later ones issue one.
        (&[(IssueSlots, 80)], &SM_61, ratio(10, 1), "issue slots"),
        (&[(IssueSlots, 80)], &SM_90, ratio(20, 1), "issue slots"),
        (&busy, &SM_90, ratio(25, 1), "issue slots"),
        (&busy, &SM_80, ratio(32, 1), floats),
        (&[], &SM_90, Ratio::ZERO, ""),
    ] {
        let found = mix(counts).clocks(cc).unwrap();
        assert_eq!(
            (found.per_sm(), &*found.binding()),
            (clocks, binding),
            "{counts:?}"
        );
    }
    let clocks = mix(&busy).clocks(&SM_90).unwrap();
    assert_eq!(
        [Float, SharedMemory, IssueSlots].map(|class| clocks.of(class)),
        [ratio(16, 1), ratio(16, 1), ratio(25, 1)]
    );
    assert_eq!(
        [Float, Double].map(|class| clocks.utilization(class)),
        [ratio(16, 25), Ratio::ZERO]
    );
    let none = mix(&[]).clocks(&SM_90).unwrap();
    assert_eq!(none.utilization(IssueSlots), Ratio::ZERO);
}

#[test]
fn unknown_throughput_is_an_error() {
    let mut other = SM_90.limits();
    other.minor = 1;
    let other = ComputeCapability::new(other);
    for (class, cc, error) in [
        (IntegerMultiply, &SM_61, Error::NotNative(IntegerMultiply)),
        (Double, &SM_110, Error::UnknownThroughput(Double)),
        (Double, &other, Error::UnknownComputeCapability(9, 1)),
    ] {
        assert_eq!(mix(&[(class, 1)]).clocks(cc).unwrap_err(), error);
    }
    // A class that is not in the mix is not asked for.
    assert!(mix(&[(Float, 1)]).clocks(&SM_110).is_ok());
}

/// 1 on 64 lanes, 2 on 32, 3 on 128, 4 on 32, 5 on 16, and 16 to issue; the last count of a class counts.
#[test]
fn counts_are_kept_by_class() {
    let classes = [Double, SharedMemory, Float, TensorHalf, SpecialFunction];
    let mut mix = mix(&[(IssueSlots, 1)]);
    for (count, class) in (1..).zip(classes) {
        mix = mix.with(class, 100).with(class, count);
    }
    let clocks = mix.clocks(&SM_90).unwrap();
    let expected = [
        ratio(1, 2),
        ratio(2, 1),
        ratio(3, 4),
        ratio(4, 1),
        ratio(10, 1),
    ];
    assert_eq!(classes.map(|class| clocks.of(class)), expected);
    assert_eq!(clocks.of(IssueSlots), ratio(16, 4));
    assert_eq!(
        mix.with(Float, 0).clocks(&SM_90).unwrap().of(Float),
        Ratio::ZERO
    );
}
