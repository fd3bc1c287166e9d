//! What each resource of an SM allows, and what decides it.

use occupancy_core::{Arch, Configuration, Resource, rules::limit_details};

use crate::report::Variant;
use crate::verdict::Verdict;

/// How many blocks one resource of the SM allows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ResourceLimit {
    /// The resource.
    pub resource: Resource,
    /// The blocks that it allows.
    pub blocks: u32,
    /// Whether no resource allows fewer.
    pub binds: bool,
    /// What a block takes of it: `64 per thread, 2,048 per warp, 8 warps in each of 4 sub-partitions`.
    pub details: String,
}

/// What each resource of one SM allows, in the order of tables; those that do not limit the kernel are left
/// out.
///
/// Empty if a dimension of the block is zero or the carve-out is over 100 percent.
///
/// ```
/// use occupancy_core::{Arch, Configuration, Kernel, Resource};
/// use occupancy_report::limits;
///
/// let archs = [Arch::find("h100")?];
/// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
/// let limits = limits(&configuration, &archs[0]);
/// assert_eq!((limits[0].resource, limits[0].blocks, limits[0].binds), (Resource::Registers, 4, true));
/// # Ok::<(), occupancy_core::UnknownArch>(())
/// ```
pub fn limits(configuration: &Configuration<'_>, arch: &Arch) -> Vec<ResourceLimit> {
    let variant = Variant::new(*configuration);
    Verdict::new(&variant, arch).map_or_else(Vec::new, |verdict| of_verdict(&verdict))
}

pub(crate) fn of_verdict(verdict: &Verdict<'_>) -> Vec<ResourceLimit> {
    let occupancy = &verdict.occupancy;
    let limit = |resource| {
        let blocks = occupancy.limits.of(resource)?;
        let details = limit_details(occupancy, verdict.configuration(), verdict.arch, resource);
        Some(ResourceLimit {
            resource,
            blocks,
            binds: occupancy.binds(resource),
            details: details.to_string(),
        })
    };
    Resource::ALL.into_iter().filter_map(limit).collect()
}
