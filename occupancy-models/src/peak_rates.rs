//! The peak rates of a device, and the work per byte that balances them.

use occupancy_core::{Device, Ratio};
use occupancy_report::ridge_of;

use crate::instruction_class::InstructionClass;
use crate::throughput::lanes_per_clock;

/// The peak of 32-bit or 64-bit floating point or of the tensor cores of `device`, MFLOP/s (10⁶ per second): an upper
/// bound. `None` for another class, or if no source states the peak or its factors. A multiply-add is 2 FLOP.
///
/// # Model
///
/// A peak is SMs × lanes × 2 FLOP of a multiply-add × [boost
/// clock](occupancy_core::Device::boost_clock_mhz). The peak of tensor cores is the datasheet's: their
/// clock under load is lower than the boost clock (an H100's 989.4 TFLOP/s are at 1.83 of 1.98 GHz).
/// [`peak_mflop_per_s_at`] takes another clock.
///
/// Lanes are known of NVIDIA's GPUs alone, so an AMD GPU has no peak of 32-bit and 64-bit floating point here.
///
/// A MIG instance has rates of arithmetic for its own SMs. No source states its share of the tensor cores' peak; of the
/// memory's bandwidth, see [`Device::bandwidth_mb_per_s`].
///
/// ```
/// use occupancy_core::devices::H100;
/// use occupancy_models::{InstructionClass, peak_mflop_per_s};
///
/// assert_eq!(peak_mflop_per_s(&H100, InstructionClass::Float), Some(66_908_160));
/// assert_eq!(peak_mflop_per_s(&H100, InstructionClass::TensorHalf), Some(989_400_000));
/// ```
pub fn peak_mflop_per_s(device: &Device, class: InstructionClass) -> Option<u64> {
    if class == InstructionClass::TensorHalf {
        return Some(u64::from(device.tensor_gflop_per_s()?) * 1_000);
    }
    peak_mflop_per_s_at(device, class, device.boost_clock_mhz()?)
}

/// The [peak](peak_mflop_per_s) at a clock of `clock_mhz`, such as one that `nvidia-smi` locks or that a GPU keeps under
/// load. `None` if no source states the lanes, as of the tensor cores of a GeForce.
///
/// ```
/// use occupancy_core::devices::H100;
/// use occupancy_models::{InstructionClass, peak_mflop_per_s_at};
///
/// let at_1_830 = |class| peak_mflop_per_s_at(&H100, class, 1_830);
/// assert_eq!(at_1_830(InstructionClass::Float), Some(61_839_360));
/// assert_eq!(at_1_830(InstructionClass::TensorHalf), Some(989_429_760));
/// ```
pub fn peak_mflop_per_s_at(
    device: &Device,
    class: InstructionClass,
    clock_mhz: u32,
) -> Option<u64> {
    let flop_per_lane = match class {
        // 4,096 of a warp's 32 lanes.
        InstructionClass::TensorHalf => 128,
        InstructionClass::Float | InstructionClass::Double => 2,
        _ => return None,
    };
    let lanes = lanes_per_clock(device.multiprocessor(), class).ok()?;
    let all = u64::from(device.sm_count()) * u64::from(lanes);
    let clock = u64::from(clock_mhz);
    Some(all.saturating_mul(clock).saturating_mul(flop_per_lane))
}

/// The ridge of the roofline: FLOP for each byte of device memory at which the peak of `class` and
/// the bandwidth are reached together; `None` if no source states one of them.
///
/// A kernel with fewer is bound by memory at best, a kernel with more by compute. Measured bandwidth
/// is below the published one, so the ridge is higher in practice.
///
/// Source of the model: Williams, Waterman, Patterson, *Roofline*, CACM 2009.
///
/// ```
/// use occupancy_core::devices::{A100, H100};
/// use occupancy_models::{InstructionClass, ridge};
///
/// let ridge = |device, class| {
///     let ridge = ridge(device, class).unwrap();
///     ridge.numerator() / ridge.denominator()
/// };
/// assert_eq!(ridge(&H100, InstructionClass::TensorHalf), 295);
/// assert_eq!(ridge(&A100, InstructionClass::TensorHalf), 200);
/// assert_eq!(ridge(&H100, InstructionClass::Float), 19);
/// ```
pub fn ridge(device: &Device, class: InstructionClass) -> Option<Ratio> {
    ridge_of(device, peak_mflop_per_s(device, class)?)
}

/// The highest rate of a kernel with `intensity` FLOP for each byte of device memory, MFLOP/s: the lower
/// of the [peak](peak_mflop_per_s) of `class` and what the bandwidth allows.
///
/// ```
/// use occupancy_core::{Ratio, devices::H100};
/// use occupancy_models::{InstructionClass, attainable_mflop_per_s};
///
/// // y ← a·x + y: 2 FLOP for 12 bytes.
/// let saxpy = Ratio::new(2, 12).unwrap();
/// assert_eq!(attainable_mflop_per_s(&H100, InstructionClass::Float, saxpy), Some(558_666));
/// ```
pub fn attainable_mflop_per_s(
    device: &Device,
    class: InstructionClass,
    intensity: Ratio,
) -> Option<u64> {
    let peak = peak_mflop_per_s(device, class)?;
    let bandwidth = device.bandwidth_mb_per_s()?;
    // 96 bits hold the product, and no denominator is zero.
    let fed = u128::from(bandwidth) * u128::from(intensity.numerator())
        / u128::from(intensity.denominator());
    Some(u64::try_from(fed).unwrap_or(u64::MAX).min(peak))
}
