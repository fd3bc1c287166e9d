//! Mixes of instructions: clocks by hand, and what binds.

use occupancy_core::compute_capabilities::{SM_61, SM_80, SM_90, SM_110};
use occupancy_core::{ComputeCapability, Ratio};
use occupancy_models::{
    Error,
    InstructionClass::{
        Double, Float, IntegerMultiply, IssueSlots, SharedMemory, SpecialFunction, TensorHalf,
    },
    InstructionMix,
};

fn ratio(over: u64, under: u64) -> Ratio {
    Ratio::new(over, under).unwrap()
}

fn binding(mix: &InstructionMix, cc: &ComputeCapability) -> (Ratio, String) {
    let clocks = mix.clocks(cc).unwrap();
    (clocks.per_sm(), clocks.binding())
}

#[test]
fn clocks_of_one_class() {
    // 128 lanes are 4 warp instructions a clock, which is as many as four schedulers issue.
    let floats = InstructionMix::new().with(Float, 100);
    assert_eq!(
        binding(&floats, &SM_90),
        (
            ratio(25, 1),
            "32-bit floating point and issue slots".to_owned()
        )
    );
    assert_eq!(
        binding(&floats, &SM_80),
        (ratio(50, 1), "32-bit floating point".to_owned())
    );
    let doubles = InstructionMix::new().with(Double, 3);
    assert_eq!(binding(&doubles, &SM_90).0, ratio(3, 2));
    // 16 lanes, not 4: a warp instruction every two clocks.
    let special = InstructionMix::new().with(SpecialFunction, 1);
    assert_eq!(binding(&special, &SM_90).0, ratio(2, 1));
}

#[test]
fn the_busiest_binds() {
    let mix = InstructionMix::new()
        .with(Float, 64)
        .with(SharedMemory, 16)
        .with(IssueSlots, 20);
    let clocks = mix.clocks(&SM_90).unwrap();
    assert_eq!(clocks.of(Float), ratio(16, 1));
    assert_eq!(clocks.of(SharedMemory), ratio(16, 1));
    assert_eq!(clocks.of(IssueSlots), ratio(25, 1));
    assert_eq!(clocks.per_sm(), ratio(25, 1));
    assert_eq!(clocks.binding(), "issue slots");
    assert_eq!(clocks.utilization(Float), ratio(16, 25));
    assert_eq!(clocks.utilization(Double), Ratio::ZERO);
    // Half of the lanes: floats bind on an A100.
    let on_a100 = mix.clocks(&SM_80).unwrap();
    assert_eq!(on_a100.per_sm(), ratio(32, 1));
    assert_eq!(on_a100.binding(), "32-bit floating point");
}

/// One 16 × 8 × 16 is 2,048 multiply-adds, not 1,024 and not 4,096, and an H100's SM does one a clock: 495
/// TFLOP/s are half of what it has.
#[test]
fn a_tensor_instruction() {
    let mma = InstructionMix::new().with(TensorHalf, 1);
    assert_eq!(mma.clocks(&SM_90).unwrap().per_sm(), ratio(1, 1));
    assert_eq!(mma.clocks(&SM_80).unwrap().per_sm(), ratio(2, 1));
    let flops_a_clock = 2 * 16 * 8 * 16;
    // At the 1.83 GHz of the datasheet.
    assert_eq!(flops_a_clock * 132 * 1_830, 989_429_760);
}

/// Two instructions of one warp in a clock were Maxwell's and Pascal's; later ones issue one.
#[test]
fn dual_issue_ended_with_pascal() {
    let others = InstructionMix::new().with(IssueSlots, 80);
    assert_eq!(others.clocks(&SM_61).unwrap().per_sm(), ratio(10, 1));
    assert_eq!(others.clocks(&SM_90).unwrap().per_sm(), ratio(20, 1));
}

#[test]
fn unknown_throughput_is_an_error() {
    let multiply = InstructionMix::new().with(IntegerMultiply, 1);
    assert_eq!(
        multiply.clocks(&SM_61),
        Err(Error::NotNative(IntegerMultiply))
    );
    let double = InstructionMix::new().with(Double, 1);
    assert_eq!(
        double.clocks(&SM_110),
        Err(Error::UnknownThroughput(Double))
    );
    // A class that is not in the mix is not asked for.
    assert!(InstructionMix::new().with(Float, 1).clocks(&SM_110).is_ok());
    let mut other = SM_90.limits();
    other.minor = 1;
    let other = ComputeCapability::new(other);
    assert_eq!(
        double.clocks(&other),
        Err(Error::UnknownComputeCapability(9, 1))
    );
    assert_eq!(
        multiply.clocks(&SM_61).unwrap_err().to_string(),
        "this GPU has no instruction for integer multiplies: count the instructions that the compiler \
         writes instead"
    );
    assert_eq!(
        double.clocks(&SM_110).unwrap_err().to_string(),
        "no source states this GPU's throughput of 64-bit floating point"
    );
}

#[test]
fn an_empty_mix_takes_no_clocks() {
    let clocks = InstructionMix::new().clocks(&SM_90).unwrap();
    assert_eq!(clocks.per_sm(), Ratio::ZERO);
    assert_eq!(clocks.binding(), "");
    assert_eq!(clocks.utilization(IssueSlots), Ratio::ZERO);
}

#[test]
fn counts_are_kept_by_class() {
    let classes = [Double, SharedMemory, Float, TensorHalf, SpecialFunction];
    let mut mix = InstructionMix::new().with(IssueSlots, 1);
    for (count, class) in (1..).zip(classes) {
        mix = mix.with(class, 100).with(class, count);
    }
    let clocks = mix.clocks(&SM_90).unwrap();
    let of = |class| clocks.of(class);
    // 1 on 64 lanes, 2 on 32, 3 on 128, 4 on 32, 5 on 16.
    let expected = [
        ratio(1, 2),
        ratio(2, 1),
        ratio(3, 4),
        ratio(4, 1),
        ratio(10, 1),
    ];
    assert_eq!(classes.map(of), expected);
    assert_eq!(clocks.of(IssueSlots), ratio(16, 4));
    let without = mix.with(Float, 0).clocks(&SM_90).unwrap();
    assert_eq!(without.of(Float), Ratio::ZERO);
}
