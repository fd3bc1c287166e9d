//! The peak rates of a device, and the work per byte that balances them.

use crate::gpu::Device;
use crate::gpu::nvidia::{InstructionClass, Throughput};
use crate::kernel::wide;
use crate::text::Ratio;

/// A unit whose rate [`PeakRates`] has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Precision {
    /// 32-bit floating point.
    Float,
    /// 64-bit floating point, without tensor cores.
    Double,
    /// Tensor cores: dense, 16-bit floating-point operands, 32-bit accumulators.
    TensorHalf,
}

/// The peak rates of a device.
///
/// # Model
///
/// A peak is SMs × lanes × 2 FLOP of a multiply-add × [boost
/// clock](Device::boost_clock_mhz). The peak of tensor cores is the datasheet's: their
/// clock under load is lower than the boost clock (an H100's 989.4 TFLOP/s are at 1.83 of 1.98 GHz).
///
/// These are upper bounds. A rate is `None` if no source states it or its factors.
///
/// # Examples
///
/// ```
/// use occupancy_core::devices::{A100, H100};
/// use occupancy_core::model::{PeakRates, Precision};
///
/// const RATES: PeakRates = PeakRates::of(&H100);
/// assert_eq!(RATES.mflop_per_s(Precision::Float), Some(66_908_160));
/// assert_eq!(RATES.mflop_per_s(Precision::TensorHalf), Some(989_400_000));
/// assert_eq!(RATES.bandwidth_mb_per_s(), Some(3_352_000));
///
/// // FLOP for each byte above which compute binds, and not memory.
/// let ridge = |device, precision| {
///     let ridge = PeakRates::of(device).ridge(precision).unwrap();
///     ridge.numerator() / ridge.denominator()
/// };
/// assert_eq!(ridge(&H100, Precision::TensorHalf), 295);
/// assert_eq!(ridge(&A100, Precision::TensorHalf), 200);
/// assert_eq!(ridge(&H100, Precision::Float), 19);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PeakRates {
    float: Option<u64>,
    double: Option<u64>,
    tensor_half: Option<u64>,
    bandwidth: Option<u32>,
}

impl PeakRates {
    /// The peak rates of `device`.
    ///
    /// A MIG instance has rates of arithmetic for its own SMs. Nobody publishes its share of the memory's
    /// bandwidth and of the tensor cores' peak.
    pub const fn of(device: &Device) -> Self {
        Self {
            float: flops(device, device.boost_clock_mhz(), InstructionClass::Float),
            double: flops(device, device.boost_clock_mhz(), InstructionClass::Double),
            tensor_half: match device.tensor_gflop_per_s() {
                Some(gflops) => Some(wide(gflops, 1_000)),
                None => None,
            },
            bandwidth: device.bandwidth_mb_per_s(),
        }
    }

    /// The peak of `precision`, MFLOP/s (10⁶ per second). A multiply-add is 2 FLOP.
    pub const fn mflop_per_s(self, precision: Precision) -> Option<u64> {
        match precision {
            Precision::Float => self.float,
            Precision::Double => self.double,
            Precision::TensorHalf => self.tensor_half,
        }
    }

    /// The bandwidth of device memory, MB/s (10⁶ bytes per second).
    pub const fn bandwidth_mb_per_s(self) -> Option<u32> {
        self.bandwidth
    }

    /// The ridge of the roofline: FLOP for each byte of device memory at which the peak of `precision` and
    /// the bandwidth are reached together.
    ///
    /// A kernel with fewer is bound by memory at best, a kernel with more by compute. Measured bandwidth
    /// is below the published one, so the ridge is higher in practice.
    ///
    /// Source of the model: Williams, Waterman, Patterson, *Roofline*, CACM 2009.
    pub const fn ridge(self, precision: Precision) -> Option<Ratio> {
        match (self.mflop_per_s(precision), self.bandwidth) {
            (Some(flops), Some(bandwidth)) => Ratio::new(flops, bandwidth as u64),
            _ => None,
        }
    }

    /// The highest rate of a kernel with `intensity` FLOP for each byte of device memory, MFLOP/s: the lower
    /// of the peak of `precision` and what the bandwidth allows.
    ///
    /// ```
    /// use occupancy_core::{Ratio, devices::H100};
    /// use occupancy_core::model::{PeakRates, Precision};
    ///
    /// // y ← a·x + y: 2 FLOP for 12 bytes.
    /// let rates = PeakRates::of(&H100);
    /// let saxpy = Ratio::new(2, 12).unwrap();
    /// assert_eq!(rates.attainable(Precision::Float, saxpy), Some(558_666));
    /// ```
    pub const fn attainable(self, precision: Precision, intensity: Ratio) -> Option<u64> {
        let (Some(peak), Some(bandwidth)) = (self.mflop_per_s(precision), self.bandwidth) else {
            return None;
        };
        // 96 bits hold the product.
        let fed = (bandwidth as u128)
            .saturating_mul(intensity.numerator() as u128)
            .checked_div(intensity.denominator() as u128);
        match fed {
            #[allow(clippy::cast_possible_truncation, reason = "below a 64-bit figure")]
            Some(fed) if fed < peak as u128 => Some(fed as u64),
            _ => Some(peak),
        }
    }
}

/// MFLOP/s of the multiply-adds of `class`.
const fn flops(device: &Device, clock_mhz: Option<u32>, class: InstructionClass) -> Option<u64> {
    let Some(throughput) = Throughput::of(device.compute_capability) else {
        return None;
    };
    match (throughput.lanes(class), clock_mhz) {
        (Ok(lanes), Some(clock)) => Some(
            wide(device.sm_count, lanes)
                .saturating_mul(clock as u64)
                .saturating_mul(2),
        ),
        _ => None,
    }
}
