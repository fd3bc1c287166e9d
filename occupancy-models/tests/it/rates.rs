//! Peak rates and ridges, against what datasheets print.

use occupancy_core::devices::{A100, H20, H100, RTX3090};
use occupancy_core::{Device, Ratio};
use occupancy_models::InstructionClass::{Double, Float, Shuffle, TensorHalf};
use occupancy_models::{
    TensorOperands, attainable_mflop_per_s, lanes_per_clock, peak_mflop_per_s, peak_mflop_per_s_at,
    ridge, tensor_tflop_per_s,
};

/// TFLOP/s in tenths: 132 × 64 × 2 × 1.98 GHz are the datasheet's 34. The documentation has others.
#[test]
fn peaks_of_datasheets() {
    for (device, class, tenths) in [(&H100, Double, 335), (&A100, TensorHalf, 3_120)] {
        let peak = peak_mflop_per_s(device, class).unwrap();
        assert_eq!((peak + 50_000) / 100_000, tenths, "{class}");
    }
}

/// Lanes × SMs × clock make the tensor peak that is published, to 1 %, where the lanes and the clock under
/// load are known; elsewhere the published peak is below that of the boost clock.
#[test]
fn lanes_make_the_published_tensor_peaks() {
    // OpenXLA `h100_sxm`: 1,829.52 MHz for tensor units, 1,980 MHz for all else. The others have its GPU.
    let at_1_830_mhz = ["H100", "H200", "GH200", "GH200_144GB", "H800"];
    let below = ["H100_PCIE", "H20", "B200", "GB200"];
    let mut compared = 0;
    for device in Device::of(occupancy_core::gpu::Vendor::Nvidia) {
        let name = device.constant();
        let (Ok(lanes), Some(published)) = (
            lanes_per_clock(device.multiprocessor(), TensorHalf),
            device.tensor_gflop_per_s(),
        ) else {
            assert!(!below.contains(&name));
            continue;
        };
        compared += 1;
        let slower = at_1_830_mhz.contains(&name).then_some(1_830);
        let Some(clock) = slower.or(device.boost_clock_mhz()) else {
            assert_eq!(name, "H20");
            continue;
        };
        // 4,096 FLOP an instruction, which takes 32 / lanes clocks.
        let flops_a_clock = u64::from(device.sm_count()) * u64::from(lanes) * 128;
        let gflops = flops_a_clock * u64::from(clock) / 1_000;
        let published = u64::from(published);
        let differs = gflops.abs_diff(published) * 100 > gflops;
        assert_eq!(
            differs,
            below.contains(&name),
            "{name}: {gflops}, {published} published"
        );
        assert!(published <= gflops + gflops / 100, "{name}");
    }
    assert_eq!(compared, 19);
}

#[test]
fn what_a_kernel_attains() {
    let attainable = |intensity| attainable_mflop_per_s(&H100, Float, intensity);
    let peak = peak_mflop_per_s(&H100, Float);
    let [huge, tiny] =
        [(u64::MAX, 1), (1, u64::MAX)].map(|(over, under)| Ratio::new(over, under).unwrap());
    for (intensity, attained) in [
        (ridge(&H100, Float).unwrap(), peak),
        (Ratio::ONE, Some(3_352_000)),
        (Ratio::ZERO, Some(0)),
        (huge, peak),
        (tiny, Some(0)),
    ] {
        assert_eq!(attainable(intensity), attained, "{intensity:?}");
    }
    assert_eq!(attainable_mflop_per_s(&H20, Float, huge), None);
}

/// A rate is `None` if nobody states a factor of it: no floating point, no clock, and no bandwidth of most MIG instances,
/// which have their own SMs at the clock of the board.
#[test]
fn unknown_rates_are_none() {
    let own = Device::new("RTX 3050 Laptop", RTX3090.multiprocessor(), 16);
    let [smallest, .., largest] = H100.mig_instances() else {
        panic!("no MIG")
    };
    for (device, class, peak) in [
        (&H100, Shuffle, None),
        (&own, Float, None),
        (&own, Double, None),
        (&own, TensorHalf, None),
        (largest, Float, Some(132 * 128 * 2 * 1_980)),
        (smallest, TensorHalf, None),
    ] {
        assert_eq!(
            peak_mflop_per_s(device, class),
            peak,
            "{class} of {}",
            device.name()
        );
        assert_eq!(ridge(device, class), None, "{class} of {}", device.name());
    }
    // A driver reported this one's.
    assert_eq!(
        peak_mflop_per_s(smallest, Float),
        Some(16 * 128 * 2 * 1_980)
    );
    assert_eq!(
        ridge(smallest, Float),
        Ratio::new(16 * 128 * 2 * 1_980, 419_040)
    );
}

/// What is published of dense operands is that of 16 bits, doubled for each halving of them, and sparse ones double it.
#[test]
fn peaks_of_other_operands() {
    use TensorOperands::{Fp4, Fp6, Fp8, Int8, SparseFp8, SparseHalf, SparseInt8};
    let mut stated = 0;
    for device in Device::ALL {
        let half = device.tensor_gflop_per_s().unwrap_or(0);
        for (operands, times) in [
            (Fp8, 2),
            (Int8, 2),
            (Fp6, 2),
            (Fp4, 4),
            (SparseHalf, 2),
            (SparseFp8, 4),
            (SparseInt8, 4),
        ] {
            let Some(peak) = tensor_tflop_per_s(device, operands) else {
                continue;
            };
            stated += 1;
            let expected = half * times / 1_000;
            // An L40S has 362 and 733.
            let about = format!("{operands:?} of {}: {peak}, {expected}", device.name());
            assert!(peak.abs_diff(expected) * 50 <= peak, "{about}");
        }
    }
    assert_eq!(stated, 25);
}

/// At the boost clock, the peak is that without a clock.
#[test]
fn a_clock_scales_a_peak() {
    let boost = H100.boost_clock_mhz().unwrap();
    for class in [Float, Double] {
        assert_eq!(
            peak_mflop_per_s_at(&H100, class, boost),
            peak_mflop_per_s(&H100, class)
        );
        assert_eq!(peak_mflop_per_s_at(&H100, class, 0), Some(0));
    }
    assert_eq!(peak_mflop_per_s_at(&RTX3090, TensorHalf, boost), None);
    assert_eq!(peak_mflop_per_s_at(&H100, Shuffle, boost), None);
}
