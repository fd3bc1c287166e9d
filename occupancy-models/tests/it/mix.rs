//! Mixes of instructions: clocks by hand, and what binds.

use occupancy_core::compute_capabilities::{SM_61, SM_90, SM_110};
use occupancy_core::{Multiprocessor, Ratio};
use occupancy_models::InstructionClass::{
    self, Double, Float, IntegerMultiply, IssueSlots, SharedMemory, SpecialFunction, TensorHalf,
};
use occupancy_models::{Access, Error, InstructionMix};

use crate::rows::{compute_capability, number, rows};
use crate::throughput::class;

fn ratio(over: u64, under: u64) -> Ratio {
    Ratio::new(over, under).unwrap()
}

fn mix(counts: &[(InstructionClass, u32)]) -> InstructionMix {
    let none = InstructionMix::new();
    counts
        .iter()
        .fold(none, |mix, (class, count)| mix.with(*class, *count))
}

#[test]
fn clocks_by_hand() {
    for row in &rows(include_str!("../mixes.csv"))[1..] {
        let counts = row[0].split(" + ").map(|count| {
            let (count, name) = count.split_once(' ').unwrap();
            (class(name), number(count))
        });
        let counts: Vec<_> = counts.collect();
        let clocks = mix(&counts).clocks(compute_capability(row[1])).unwrap();
        let (per_sm, binding) = (clocks.per_sm(), clocks.binding());
        let found = format!("{}/{},{binding}", per_sm.numerator(), per_sm.denominator());
        assert_eq!(found, row[2..].join(","), "{row:?}");
    }
    let busy = [(Float, 64), (SharedMemory, 16), (IssueSlots, 20)];
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
    let other = Multiprocessor::new(other);
    for (class, sm, error) in [
        (IntegerMultiply, &SM_61, Error::NotNative(IntegerMultiply)),
        (Double, &SM_110, Error::UnknownThroughput(Double)),
        (Double, &other, Error::UnknownComputeCapability(9, 1)),
    ] {
        assert_eq!(mix(&[(class, 1)]).clocks(sm).unwrap_err(), error);
    }
    // A class that is not in the mix is not asked for.
    assert!(mix(&[(Float, 1)]).clocks(&SM_110).is_ok());
}

/// One issue slot, and as many clocks of shared memory as wavefronts: 2 × 32 + 3 × 4, beside 5 instructions.
#[test]
fn accesses_take_their_wavefronts() {
    let [column, wide] =
        [(128, 4), (16, 16)].map(|(stride, bytes)| Access::strided(stride, bytes).unwrap());
    let mix = mix(&[]).with_access(column, 2).with_access(wide, 3);
    let clocks = mix.clocks(&SM_90).unwrap();
    assert_eq!(clocks.of(SharedMemory), ratio(76, 1));
    assert_eq!(clocks.of(IssueSlots), ratio(5, 4));
    let most = mix
        .clone()
        .with_access(column, u32::MAX)
        .with_access(column, u32::MAX);
    assert_eq!(most.clocks(&SM_90).unwrap().binding(), "shared memory");
    assert_eq!(
        mix.with(SharedMemory, 1)
            .clocks(&SM_90)
            .unwrap()
            .of(SharedMemory),
        ratio(1, 1)
    );
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
