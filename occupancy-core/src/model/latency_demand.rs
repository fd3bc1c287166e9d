//! What a demand to hide latency needs on a GPU.

use super::{BytesInFlight, LatencyHiding};
use crate::gpu::Arch;
use crate::kernel::LatencyDemand;

impl LatencyDemand {
    /// The latency that the author demands to hide; `None` without one, or if it or its instructions are
    /// zero.
    ///
    /// ```
    /// use occupancy_core::kernel::LatencyDemand;
    ///
    /// assert_eq!(LatencyDemand::cycles(400, 30).latency_hiding().unwrap().warps_per_scheduler(), 15);
    /// assert_eq!(LatencyDemand::bytes(16).latency_hiding(), None);
    /// ```
    pub const fn latency_hiding(self) -> Option<LatencyHiding> {
        let instructions = match self.instructions {
            Some(instructions) => instructions,
            None => 1,
        };
        match self.cycles {
            Some(cycles) => LatencyHiding::new(cycles, instructions),
            None => None,
        }
    }

    /// What the GPU's memory needs in flight, and the bytes that each thread has; `None` if the author
    /// demands none, or if no source states the latency and the bandwidth of that memory.
    ///
    /// ```
    /// use occupancy_core::{devices::{H100, L4}, kernel::LatencyDemand};
    ///
    /// let (needed, bytes) = LatencyDemand::bytes(16).bytes_in_flight(&H100.arch()).unwrap();
    /// assert_eq!(needed.warps_per_sm(bytes), Some(18));
    /// assert_eq!(LatencyDemand::bytes(16).bytes_in_flight(&L4.arch()), None);
    /// ```
    pub const fn bytes_in_flight(self, arch: &Arch) -> Option<(BytesInFlight, u32)> {
        let Some(bytes) = self.bytes else {
            return None;
        };
        match arch {
            Arch::Device(device) => match BytesInFlight::of(device) {
                Some(needed) => Some((needed, bytes)),
                None => None,
            },
            Arch::ComputeCapability(_) => None,
        }
    }

    /// The fewest resident warps per SM that are enough for all demands; `None` without a demand, or if the
    /// number is not known.
    ///
    /// A lower bound, and it may be more than an SM has slots for.
    ///
    /// ```
    /// use occupancy_core::{devices::H100, kernel::LatencyDemand};
    ///
    /// let demand = LatencyDemand::cycles(400, 60).with_bytes(8);
    /// // 32 hide 400 cycles, and 36 have as much in flight as the memory needs.
    /// assert_eq!(demand.warps_needed(&H100.arch()), Some(36));
    /// ```
    pub const fn warps_needed(self, arch: &Arch) -> Option<u64> {
        let hiding = match self.latency_hiding() {
            Some(hiding) => Some(hiding.warps_per_sm(arch.compute_capability())),
            None => None,
        };
        let in_flight = match self.bytes_in_flight(arch) {
            Some((needed, bytes)) => needed.warps_per_sm(bytes),
            None => None,
        };
        match (hiding, in_flight) {
            (Some(hiding), Some(in_flight)) if hiding > in_flight => Some(hiding),
            (hiding, None) => hiding,
            (_, in_flight) => in_flight,
        }
    }
}
