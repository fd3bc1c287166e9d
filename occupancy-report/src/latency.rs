//! The latency that the author demands to hide, and how far the resident warps hide it.

use occupancy_core::text::grouped;

use crate::verdict::Verdict;
use crate::words::counted;

/// A latency, or that of memory, and how far the resident warps hide it.
#[cfg_attr(feature = "calculator", derive(serde::Serialize))]
pub(crate) struct Hidden {
    /// What to hide: `400 cycles, 30 instructions before each wait`.
    pub(crate) what: String,
    /// The warps per SM that hide it.
    pub(crate) warps_needed: String,
    /// The warps that are resident on one SM.
    pub(crate) warps_resident: u32,
    /// The most that the resident warps reach: `schedulers issue in 55.9 % of cycles`.
    pub(crate) reached: String,
}

impl Verdict<'_> {
    /// How far the resident warps hide what the author demands, as far as that is known for this GPU.
    pub(crate) fn latency(&self) -> Vec<Hidden> {
        let (configuration, arch) = (self.configuration, self.arch);
        let (Some(demand), Some(warps)) = (configuration.hides, configuration.resident_warps(arch))
        else {
            return Vec::new();
        };
        let needs = configuration.bytes_in_flight(arch);
        let of_any_grid = configuration.with_grid(None);
        let is_of_grid =
            warps < self.occupancy.warps_per_sm() || needs != of_any_grid.bytes_in_flight(arch);
        let grid = if is_of_grid { ", with this grid" } else { "" };
        let hidden = |what, needed, reached| Hidden {
            what,
            warps_needed: grouped(needed).to_string(),
            warps_resident: warps,
            reached,
        };
        let of_cycles = demand.latency_hiding().map(|hiding| {
            let cycles = counted(hiding.latency_cycles().into(), "cycle");
            let instructions = counted(hiding.instructions().into(), "instruction");
            let share = hiding.issue_share(self.cc, warps);
            hidden(
                format!("{cycles}, {instructions} before each wait{grid}"),
                hiding.warps_per_sm(self.cc),
                format!("schedulers issue in {share} of cycles"),
            )
        });
        let of_memory = needs.and_then(|(needed, bytes)| {
            let share = needed.bandwidth_share(warps, bytes);
            let in_flight = counted(bytes.into(), "byte");
            Some(hidden(
                format!("memory, {in_flight} in flight per thread{grid}"),
                needed.warps_per_sm(bytes)?,
                format!("{share} of the bandwidth"),
            ))
        });
        of_cycles.into_iter().chain(of_memory).collect()
    }
}
