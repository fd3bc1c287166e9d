//! What is published and measured beyond the limits and the SMs: clocks, rates, latencies.

use super::{ComputeCapability, Device};

/// Clocks and rates of a whole board, as published; `None` if no source states one.
///
/// ```
/// use occupancy_core::devices::H100;
/// use occupancy_core::model::specifications;
///
/// let h100 = specifications(&H100);
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

/// The published figures of `device`.
///
/// A MIG instance has the clock of its board; nobody publishes its bandwidth. Nothing is known about a
/// device of [`Device::new`].
///
/// ```
/// use occupancy_core::devices::mig::H100_1G_10GB;
/// use occupancy_core::model::specifications;
///
/// let instance = specifications(&H100_1G_10GB);
/// assert_eq!(instance.boost_clock_mhz, Some(1_980));
/// assert_eq!(instance.bandwidth_mb_per_s, None);
/// ```
pub const fn specifications(device: &Device) -> Specifications {
    device.specifications
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

/// The latencies that somebody measured on `device`; `None` if nobody did.
///
/// A MIG instance has none: its memory is a part of the board's, and nobody measured its latency.
///
/// ```
/// use occupancy_core::devices::{A100_SXM4_80GB, H100};
/// use occupancy_core::model::memory_latencies;
///
/// // Not the 300 to 500 cycles that are often told.
/// assert_eq!(memory_latencies(&H100).unwrap().dram, 700);
///
/// let a100 = memory_latencies(&A100_SXM4_80GB).unwrap();
/// assert_eq!((a100.dram, a100.clock_mhz), (552, Some(1_410)));
/// ```
pub const fn memory_latencies(device: &Device) -> Option<MemoryLatencies> {
    device.latencies
}

/// Cycles from the issue of an arithmetic instruction to the issue of one that needs its result; `None`
/// if no source states it.
///
/// For common instructions, such as 32-bit floating-point multiply-adds; others take longer.
///
/// | short name | document |
/// |---|---|
/// | Volta, Turing Tuning Guide | NVIDIA's Tuning Guides of CUDA 12 |
/// | CuAsmRL | He et al., arXiv 2501.08071, Table 1: dependent instructions on an A100 |
///
/// ```
/// use occupancy_core::compute_capabilities::{SM_61, SM_75, SM_120};
/// use occupancy_core::model::{LatencyHiding, arithmetic_latency};
///
/// assert_eq!(arithmetic_latency(&SM_120), None);
///
/// // Without instruction-level parallelism, as many warps hide it.
/// let warps = |cc| LatencyHiding::new(arithmetic_latency(cc).unwrap(), 1).unwrap().warps_per_sm(cc);
/// assert_eq!(warps(&SM_61), 24);
/// assert_eq!(warps(&SM_75), 16);
/// ```
pub const fn arithmetic_latency(compute_capability: &ComputeCapability) -> Option<u32> {
    match (compute_capability.major, compute_capability.minor) {
        // Volta Tuning Guide: four cycles, and six on Pascal.
        (6, _) => Some(6),
        // Turing Tuning Guide: four cycles, like Volta. CuAsmRL, of 8.0: the Programming Guide has no
        // sentence on 8.x of its own.
        (7, 0 | 5) | (8, 0) => Some(4),
        _ => None,
    }
}
