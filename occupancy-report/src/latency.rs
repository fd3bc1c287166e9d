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
        let of_cycles = demand.latency().and_then(|(cycles, instructions)| {
            let cycles = counted(cycles.into(), "cycle");
            let instructions = counted(instructions.into(), "instruction");
            let share = demand.issue_share(self.cc, warps)?;
            Some(hidden(
                format!("{cycles}, {instructions} before each wait{grid}"),
                demand.warps_per_sm(self.cc)?,
                format!("schedulers issue in {share} of cycles"),
            ))
        });
        let of_memory = needs.and_then(|needed| {
            let share = demand.bandwidth_share(needed, warps);
            let in_flight = counted(demand.bytes?.into(), "byte");
            Some(hidden(
                format!("memory, {in_flight} in flight per thread{grid}"),
                demand.warps_in_flight(needed)?,
                format!("{share} of the bandwidth"),
            ))
        });
        of_cycles.into_iter().chain(of_memory).collect()
    }
}
