//! Latencies that somebody measured or that NVIDIA states.
//!
//! | short name | document |
//! |---|---|
//! | gpu-benches | `RRZE-HPC/gpu-benches` 1038c5d, `gpu-latency`: random pointer chase at the clock of the row; L1, L2 and 2 GB |
//! | AI_kernels | `markdewing/AI_kernels` 0d701ad, `latency/README.md`: pointer chase, clock not locked |
//! | Euhedral | `Euhedral-Engine/Euhedral` ef33b25, `docs/nvidia/memory-system.md`, Latency: pointer chase at 2.87 GHz |
//!
//! All are measured on an idle memory system. NVIDIA states no latency of memory.

#![allow(clippy::doc_markdown, reason = "the sources are proper names")]

use super::by_device;
use crate::gpu::Device;
use crate::gpu::device::key;

/// A latency that somebody measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MeasuredLatency {
    /// Cycles of the SM clock, rounded to the nearest.
    pub cycles: u32,
    /// The SM clock of the measurement, MHz. If it was not locked, the highest that the driver allows;
    /// `None` if that is not known either.
    pub clock_mhz: Option<u32>,
}

/// Measured latencies of dependent loads on a device, `None` if nobody measured one.
///
/// The memory system was idle except for the one load. Under load, each takes longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct MemoryLatencies {
    /// A hit in the L1 cache.
    pub l1: Option<MeasuredLatency>,
    /// A hit in the near part of the L2 cache.
    pub l2: Option<MeasuredLatency>,
    /// Device memory, with a footprint far above the L2 cache.
    pub dram: Option<MeasuredLatency>,
}

impl MemoryLatencies {
    const NONE: Self = Self {
        l1: None,
        l2: None,
        dram: None,
    };

    const fn new(clock_mhz: Option<u32>, l1: u32, l2: u32, dram: u32) -> Self {
        Self {
            l1: Some(MeasuredLatency {
                cycles: l1,
                clock_mhz,
            }),
            l2: Some(MeasuredLatency {
                cycles: l2,
                clock_mhz,
            }),
            dram: Some(MeasuredLatency {
                cycles: dram,
                clock_mhz,
            }),
        }
    }
}

/// The latencies that somebody measured on `device`.
///
/// A MIG instance has none: its memory is a part of the board's, and nobody measured its latency.
///
/// ```
/// use occupancy_core::devices::{A100_SXM4_80GB, H100};
/// use occupancy_core::model::memory_latencies;
///
/// // Not the 300 to 500 cycles that are often told.
/// assert_eq!(memory_latencies(&H100).dram.unwrap().cycles, 700);
///
/// let a100 = memory_latencies(&A100_SXM4_80GB).dram.unwrap();
/// assert_eq!((a100.cycles, a100.clock_mhz), (552, Some(1_410)));
/// ```
pub const fn memory_latencies(device: &Device) -> MemoryLatencies {
    match by_device::of(MEMORY, device) {
        Some(latencies) => *latencies,
        None => MemoryLatencies::NONE,
    }
}

/// Clock in MHz, and cycles to L1, L2 and device memory.
const MEMORY: &[(u64, MemoryLatencies)] = &[
    // gpu-benches. AI_kernels: 36, 221, 460, on a board of 32 GB.
    (key("V100"), MemoryLatencies::new(Some(1_380), 28, 212, 434)),
    // gpu-benches. AI_kernels: 39, 210, 550.
    (
        key("A100_SXM4_80GB"),
        MemoryLatencies::new(Some(1_410), 33, 206, 552),
    ),
    // gpu-benches.
    (key("A40"), MemoryLatencies::new(Some(1_740), 33, 250, 556)),
    // gpu-benches.
    (key("L40"), MemoryLatencies::new(Some(2_490), 34, 274, 625)),
    // AI_kernels. The board runs above its rated clock.
    (key("RTX4090"), MemoryLatencies::new(None, 40, 296, 636)),
    // AI_kernels.
    (key("H100"), MemoryLatencies::new(Some(1_980), 40, 291, 700)),
    // gpu-benches, L2 280.5. AI_kernels: 40, 281, 690.
    (
        key("GH200"),
        MemoryLatencies::new(Some(1_980), 32, 281, 687),
    ),
    // AI_kernels.
    (key("B200"), MemoryLatencies::new(Some(1_965), 40, 295, 860)),
    // AI_kernels, which has 810 for device memory with the clock locked to 2,032 MHz.
    (key("B300"), MemoryLatencies::new(Some(2_032), 39, 295, 848)),
    // AI_kernels. The board runs above its rated clock.
    (key("RTX5090"), MemoryLatencies::new(None, 44, 360, 936)),
    // AI_kernels. The board runs above its rated clock.
    (key("RTXPRO6000"), MemoryLatencies::new(None, 44, 352, 864)),
    // Euhedral: 766 to 774 for device memory.
    (
        key("RTX5070TI"),
        MemoryLatencies::new(Some(2_870), 45, 356, 770),
    ),
];
