//! The latency that the author demands to hide, and how far the resident warps hide it.

use occupancy_core::{Arch, Configuration};

use crate::report::Variant;
use crate::verdict::Verdict;
use crate::words::counted;

/// A latency, or that of memory, and how far the resident warps hide it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hidden {
    /// What to hide: `400 cycles, 30 instructions before each wait`.
    pub what: String,
    /// The warps per SM that hide it.
    pub warps_needed: u64,
    /// The warps that are resident on one SM.
    pub warps_resident: u32,
    /// The most that the resident warps reach: `schedulers issue in 55.9 % of cycles`.
    pub reached: String,
}

/// How far the resident warps hide what the author demands, as far as that is known for this GPU.
///
/// ```
/// use occupancy_core::{Arch, Configuration, Kernel, kernel::LatencyDemand};
/// use occupancy_report::latency;
///
/// let archs = [Arch::find("h100")?];
/// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64))
///     .with_hides(Some(LatencyDemand::cycles(400, 60)));
/// assert_eq!(latency(&configuration, &archs[0])[0].warps_needed, 32);
/// # Ok::<(), occupancy_core::UnknownArch>(())
/// ```
pub fn latency(configuration: &Configuration<'_>, arch: &Arch) -> Vec<Hidden> {
    let variant = Variant::new(*configuration);
    Verdict::new(&variant, arch).map_or_else(Vec::new, |verdict| hidden(&verdict))
}

pub(crate) fn hidden(verdict: &Verdict<'_>) -> Vec<Hidden> {
    let Some(demand) = verdict.configuration().hides else {
        return Vec::new();
    };
    let (cc, arch) = (verdict.compute_capability(), verdict.arch);
    let configuration = verdict.configuration();
    let Some(warps) = configuration.resident_warps(arch) else {
        return Vec::new();
    };
    let needs = configuration.bytes_in_flight(arch);
    let of_any_grid = configuration.with_grid(None);
    let is_of_grid =
        warps < verdict.occupancy.warps_per_sm() || needs != of_any_grid.bytes_in_flight(arch);
    let grid = if is_of_grid { ", with this grid" } else { "" };
    let mut all = Vec::new();
    if let (Some((cycles, instructions)), Some(enough), Some(share)) = (
        demand.latency(),
        demand.warps_per_sm(cc),
        demand.issue_share(cc, warps),
    ) {
        all.push(Hidden {
            what: format!(
                "{}, {} before each wait{grid}",
                counted(cycles.into(), "cycle"),
                counted(instructions.into(), "instruction"),
            ),
            warps_needed: enough,
            warps_resident: warps,
            reached: format!("schedulers issue in {share} of cycles"),
        });
    }
    if let (Some(needed), Some(bytes)) = (needs, demand.bytes)
        && let Some(enough) = demand.warps_in_flight(needed)
    {
        all.push(Hidden {
            what: format!(
                "memory, {} in flight per thread{grid}",
                counted(bytes.into(), "byte")
            ),
            warps_needed: enough,
            warps_resident: warps,
            reached: format!("{} of the bandwidth", demand.bandwidth_share(needed, warps)),
        });
    }
    all
}
