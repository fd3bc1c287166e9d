//! How many bytes an SM must have requested for memory to run at its full bandwidth: Little's law.

use crate::gpu::Device;
use crate::gpu::WARP_SIZE;
use crate::gpu::nvidia::{memory_latencies, specifications};
use crate::kernel::wide;
use crate::text::Ratio;

/// The bytes that each SM must have in flight for device memory to deliver its full bandwidth.
///
/// # Model
///
/// Little's law: bytes in flight = latency × bandwidth, here spread evenly over the SMs. A thread has in
/// flight what it has requested and not yet received: four independent loads of 16 bytes are 64 bytes. A
/// warp has 32 times that.
///
/// # A lower bound
///
/// The latency is that of an idle memory system, and it grows with the load. In practice, it takes more
/// to saturate memory: an RTX 5070 Ti needs 3.4 KB by this law, and reached 94 % of its bandwidth with 8 KB
/// (`Euhedral-Engine/Euhedral` ef33b25, `docs/nvidia/memory-system.md`). NVIDIA advises more than 32 KiB per SM on
/// Hopper, and 40 KiB on B200 (GTC 2025, S72683, as noted by Shreyansh Singh, 2025-03-23).
///
/// # Examples
///
/// ```
/// use occupancy_core::devices::H100;
/// use occupancy_core::model::BytesInFlight;
///
/// const NEEDED: BytesInFlight = BytesInFlight::of(&H100).unwrap();
/// assert_eq!(NEEDED.per_sm(), 8_978);
///
/// // Warps per SM, with one load of 4, 8 or 16 bytes in flight in each thread.
/// assert_eq!(NEEDED.warps_per_sm(4), Some(71));
/// assert_eq!(NEEDED.warps_per_sm(8), Some(36));
/// assert_eq!(NEEDED.warps_per_sm(16), Some(18));
///
/// // Sixteen warps with one 8-byte load each reach less than half of the bandwidth.
/// assert_eq!(NEEDED.bandwidth_share(16, 8).to_string(), "45.6 %");
/// assert_eq!(NEEDED.bytes_per_thread(16), Some(18));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BytesInFlight {
    per_sm: Ratio,
}

impl BytesInFlight {
    /// Calculates them from a latency in cycles of a clock in MHz, a bandwidth in MB/s (10⁶ bytes per
    /// second), and the number of SMs that share it. `None` if any of them is zero.
    ///
    /// ```
    /// use occupancy_core::model::BytesInFlight;
    ///
    /// let needed = BytesInFlight::new(700, 1_980, 3_352_000, 132).unwrap();
    /// assert_eq!(needed.per_sm(), 8_978);
    /// ```
    pub const fn new(
        latency_cycles: u32,
        clock_mhz: u32,
        bandwidth_mb_per_s: u32,
        sm_count: u32,
    ) -> Option<Self> {
        // MB/s over MHz are bytes per cycle.
        let bytes = wide(latency_cycles, bandwidth_mb_per_s);
        if bytes == 0 {
            return None;
        }
        match Ratio::new(bytes, wide(clock_mhz, sm_count)) {
            Some(per_sm) => Some(Self { per_sm }),
            None => None,
        }
    }

    /// Calculates them from the published bandwidth of a device and the measured latency of its memory;
    /// `None` if no source states both.
    ///
    /// The latencies are those of [`memory_latencies`](super::memory_latencies), with the clock at which
    /// they were measured, and the bandwidth that of [`specifications`](super::specifications).
    ///
    /// ```
    /// use occupancy_core::devices::{L4, mig::H100_1G_10GB};
    /// use occupancy_core::model::BytesInFlight;
    ///
    /// // Nobody measured an L4, and NVIDIA states no bandwidth for a MIG instance.
    /// assert_eq!(BytesInFlight::of(&L4), None);
    /// assert_eq!(BytesInFlight::of(&H100_1G_10GB), None);
    /// ```
    pub const fn of(device: &Device) -> Option<Self> {
        Self::on_sms(device, device.sm_count)
    }

    /// [`Self::of`], if only `sm_count` SMs of the device request anything.
    pub(super) const fn on_sms(device: &Device, sm_count: u32) -> Option<Self> {
        let Some(latency) = memory_latencies(device).dram else {
            return None;
        };
        match (latency.clock_mhz, specifications(device).bandwidth_mb_per_s) {
            (Some(clock_mhz), Some(bandwidth)) => {
                Self::new(latency.cycles, clock_mhz, bandwidth, sm_count)
            }
            _ => None,
        }
    }

    /// Bytes that one SM must have in flight, rounded up.
    pub const fn per_sm(self) -> u64 {
        self.per_sm.numerator().div_ceil(self.per_sm.denominator())
    }

    /// The fewest resident warps of one SM that keep enough bytes in flight, with `bytes_per_thread` in
    /// each thread; `None` if that is zero.
    ///
    /// A lower bound, and it may be more than an SM has slots for: then each thread needs more loads, or
    /// wider ones.
    pub const fn warps_per_sm(self, bytes_per_thread: u32) -> Option<u64> {
        match bytes_per_thread {
            0 => None,
            // ⌈⌈x⌉ / n⌉ is ⌈x / n⌉ for whole n.
            bytes => Some(self.per_sm().div_ceil(wide(bytes, WARP_SIZE))),
        }
    }

    /// The fewest bytes in flight per thread with which `warps_per_sm` resident warps suffice; `None` if
    /// there are none.
    ///
    /// A lower bound. Loads are of 1, 2, 4, 8 or 16 bytes, so round it up to a number of loads.
    pub const fn bytes_per_thread(self, warps_per_sm: u32) -> Option<u64> {
        match warps_per_sm {
            0 => None,
            warps => Some(self.per_sm().div_ceil(wide(warps, WARP_SIZE))),
        }
    }

    /// The share of the bandwidth that `warps_per_sm` resident warps with `bytes_per_thread` bytes in
    /// flight in each thread can reach, at most 1.
    ///
    /// An upper bound.
    pub const fn bandwidth_share(self, warps_per_sm: u32, bytes_per_thread: u32) -> Ratio {
        let in_flight = wide(warps_per_sm, bytes_per_thread).saturating_mul(WARP_SIZE as u64);
        let (needed, over) = (self.per_sm.numerator(), self.per_sm.denominator());
        match in_flight.checked_mul(over) {
            Some(scaled) if scaled < needed => Ratio::of(scaled, needed),
            _ => Ratio::ONE,
        }
    }
}
