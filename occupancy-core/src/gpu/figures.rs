//! What is published and measured beyond the limits and the SMs: clocks, rates, latencies.

/// Clocks and rates of a whole board, as published; `None` if no source states one.
///
/// ```
/// use occupancy_core::devices::H100;
///
/// let h100 = H100.specifications();
/// assert_eq!(h100.boost_clock_mhz, Some(1_980));
/// assert_eq!(h100.bandwidth_mb_per_s, Some(3_352_000));
/// assert_eq!(h100.tensor_gflop_per_s, Some(989_400));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Specifications {
    /// The boost clock of the SMs, MHz: for data-centre boards the highest that the driver allows, for
    /// others the rated one, which a cool board exceeds.
    pub boost_clock_mhz: Option<u32>,
    /// Bandwidth of device memory, MB/s (10⁶ bytes per second).
    pub bandwidth_mb_per_s: Option<u32>,
    /// Peak of the tensor cores, GFLOP/s (10⁹ per second): dense, with 16-bit floating-point operands
    /// and 32-bit accumulators. A multiply-add is 2 FLOP.
    pub tensor_gflop_per_s: Option<u32>,
}

impl Specifications {
    /// Nothing is published.
    pub(super) const NONE: Self = Self {
        boost_clock_mhz: None,
        bandwidth_mb_per_s: None,
        tensor_gflop_per_s: None,
    };
}

/// Measured latencies of dependent loads on a board, in cycles of the SM clock, rounded to the nearest.
///
/// The memory system was idle except for the one load. Under load, each takes longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct MemoryLatencies {
    /// A hit in the L1 cache.
    pub l1: u32,
    /// A hit in the near part of the L2 cache.
    pub l2: u32,
    /// Device memory, with a footprint far above the L2 cache.
    pub dram: u32,
    /// The SM clock of the measurement, MHz. If it was not locked, the highest that the driver allows;
    /// `None` if that is not known either.
    pub clock_mhz: Option<u32>,
}
