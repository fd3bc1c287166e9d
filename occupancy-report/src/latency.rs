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
        let mut all = Vec::new();
        let (Some(demand), Some(warps)) = (configuration.hides, configuration.resident_warps(arch))
        else {
            return all;
        };
        let needs = configuration.bytes_in_flight(arch);
        let of_any_grid = configuration.with_grid(None);
        let is_of_grid =
            warps < self.occupancy.warps_per_sm() || needs != of_any_grid.bytes_in_flight(arch);
        let grid = if is_of_grid { ", with this grid" } else { "" };
        let mut hidden = |what, needed, reached| {
            all.push(Hidden {
                what,
                warps_needed: grouped(needed).to_string(),
                warps_resident: warps,
                reached,
            });
        };
        if let Some((cycles, instructions)) = demand.latency()
            && let Some(share) = demand.issue_share(self.cc, warps)
            && let Some(needed) = demand.warps_per_sm(self.cc)
        {
            let cycles = counted(cycles.into(), "cycle");
            let instructions = counted(instructions.into(), "instruction");
            let what = format!("{cycles}, {instructions} before each wait{grid}");
            hidden(
                what,
                needed,
                format!("schedulers issue in {share} of cycles"),
            );
        }
        if let (Some(in_flight), Some(bytes)) = (needs, demand.bytes)
            && let Some(needed) = demand.warps_in_flight(in_flight)
        {
            let bytes = counted(bytes.into(), "byte");
            let what = format!("memory, {bytes} in flight per thread{grid}");
            let share = demand.bandwidth_share(in_flight, warps);
            hidden(what, needed, format!("{share} of the bandwidth"));
        }
        all
    }
}
