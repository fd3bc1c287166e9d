//! Peak rates and ridges, against what datasheets print.

use occupancy_core::devices::{self, A100, H100};
use occupancy_core::{Device, Ratio};
use occupancy_models::{
    InstructionClass, attainable_mflop_per_s, lanes_per_clock, peak_mflop_per_s, ridge,
};

/// TFLOP/s in tenths, rounded to nearest.
fn tenths(mflops: u64) -> u64 {
    (mflops + 50_000) / 100_000
}

#[test]
fn peaks_of_an_h100() {
    let peak = |precision| peak_mflop_per_s(&H100, precision).unwrap();
    // 132 × 128 × 2 × 1.98 GHz: the datasheet's 67.
    assert_eq!(tenths(peak(InstructionClass::Float)), 669);
    // 132 × 64 × 2 × 1.98 GHz: the datasheet's 34.
    assert_eq!(tenths(peak(InstructionClass::Double)), 335);
    assert_eq!(tenths(peak(InstructionClass::TensorHalf)), 9_894);
    assert_eq!(H100.bandwidth_mb_per_s(), Some(3_352_000));
    // No floating point.
    assert_eq!(peak_mflop_per_s(&H100, InstructionClass::Shuffle), None);
}

#[test]
fn ridges() {
    let whole = |device, precision| {
        let ridge = ridge(device, precision).unwrap();
        (ridge.numerator() * 2 + ridge.denominator()) / (2 * ridge.denominator())
    };
    assert_eq!(whole(&H100, InstructionClass::TensorHalf), 295);
    assert_eq!(whole(&A100, InstructionClass::TensorHalf), 201);
    assert_eq!(whole(&H100, InstructionClass::Float), 20);
}

/// Lanes × SMs × clock make the tensor peak that is published, to 1 %, where the lanes and the clock under
/// load are known; elsewhere the published peak is below that of the boost clock.
#[test]
fn lanes_make_the_published_tensor_peaks() {
    // OpenXLA `h100_sxm`: 1,829.52 MHz for tensor units, 1,980 MHz for all else. The others have its GPU.
    let at_1_830_mhz = ["H100", "H200", "GH200", "GH200_144GB", "H800"];
    let below = ["H100_PCIE", "H20", "B200", "GB200"];
    let mut compared = 0;
    for device in Device::ALL {
        let (Ok(lanes), Some(published)) = (
            lanes_per_clock(device.compute_capability(), InstructionClass::TensorHalf),
            device.tensor_gflop_per_s(),
        ) else {
            assert!(!below.contains(&device.constant()));
            continue;
        };
        compared += 1;
        let clock = if at_1_830_mhz.contains(&device.constant()) {
            Some(1_830)
        } else {
            device.boost_clock_mhz()
        };
        // 4,096 FLOP an instruction, which takes 32 / lanes clocks.
        let flops_a_clock = u64::from(device.sm_count()) * u64::from(lanes) * 128;
        let Some(clock) = clock else {
            assert_eq!(device.constant(), "H20");
            continue;
        };
        let gflops = flops_a_clock * u64::from(clock) / 1_000;
        let (difference, published) = (gflops.abs_diff(published.into()), u64::from(published));
        assert_eq!(
            difference * 100 > gflops,
            below.contains(&device.constant()),
            "{}: {gflops}, {published} published",
            device.name()
        );
        assert!(published <= gflops + gflops / 100, "{}", device.name());
    }
    assert_eq!(compared, 19);
}

/// 4,096 FLOP × 132 × 1.83 GHz, and 2,048 × 108 × 1.41 GHz: not 495, which is half of the former.
#[test]
fn tensor_peaks_by_hand() {
    let flops = |device: &Device| {
        let lanes = lanes_per_clock(device.compute_capability(), InstructionClass::TensorHalf);
        u64::from(lanes.unwrap()) * 128
    };
    assert_eq!((flops(&H100), flops(&A100)), (4_096, 2_048));
    assert_eq!(tenths(4_096 * 132 * 1_830), 9_894);
    assert_eq!(tenths(2_048 * 108 * 1_410), 3_119);
}

#[test]
fn what_a_kernel_attains() {
    let attainable = |intensity| attainable_mflop_per_s(&H100, InstructionClass::Float, intensity);
    let ridge = ridge(&H100, InstructionClass::Float).unwrap();
    let peak = peak_mflop_per_s(&H100, InstructionClass::Float);
    assert_eq!(attainable(ridge), peak);
    assert_eq!(attainable(Ratio::ONE), Some(3_352_000));
    assert_eq!(attainable(Ratio::ZERO), Some(0));
    let huge = Ratio::new(u64::MAX, 1).unwrap();
    assert_eq!(attainable(huge), peak);
    let tiny = Ratio::new(1, u64::MAX).unwrap();
    assert_eq!(attainable(tiny), Some(0));
    assert_eq!(
        attainable_mflop_per_s(&devices::H20, InstructionClass::Float, huge),
        None
    );
}

/// What nobody states is nothing.
#[test]
fn unknown_rates_are_none() {
    let own = Device::new("RTX 3050 Laptop", devices::RTX3090.compute_capability(), 16);
    for precision in [
        InstructionClass::Float,
        InstructionClass::Double,
        InstructionClass::TensorHalf,
    ] {
        assert_eq!(peak_mflop_per_s(&own, precision), None);
        assert_eq!(ridge(&own, precision), None);
    }

    // A MIG instance: its own SMs at the clock of the board, and no bandwidth.
    let instance = &devices::H100.mig_instances()[0];
    assert_eq!(
        peak_mflop_per_s(instance, InstructionClass::Float),
        Some(16 * 128 * 2 * 1_980)
    );
    assert_eq!(
        peak_mflop_per_s(instance, InstructionClass::TensorHalf),
        None
    );
    assert_eq!(ridge(instance, InstructionClass::Float), None);
}
