//! What somebody measured of a board's memory.

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
