//! What each resource of an SM allows, what decides it, and how much of it the resident blocks take.

use occupancy_core::{Resource, rules::limit_details};

use crate::verdict::Verdict;

/// How many blocks one resource of the SM allows.
#[cfg_attr(feature = "calculator", derive(serde::Serialize))]
pub(crate) struct Limit {
    pub(crate) resource: &'static str,
    pub(crate) blocks: u32,
    /// Whether no resource allows fewer.
    pub(crate) binds: bool,
    /// What a block takes of it: `64 per thread, 2,048 per warp, 8 warps in each of 4 sub-partitions`.
    pub(crate) details: String,
    /// What all resident blocks take of it, one of them, and what the SM has.
    #[cfg_attr(feature = "calculator", serde(skip))]
    pub(crate) taken: u64,
    #[cfg_attr(feature = "calculator", serde(skip))]
    pub(crate) each: u64,
    #[cfg_attr(feature = "calculator", serde(skip))]
    pub(crate) of: u64,
}

impl Verdict<'_> {
    /// The limits, in the order of tables; those that do not limit the kernel are left out.
    pub(crate) fn limits(&self) -> Vec<Limit> {
        let mut limits = Vec::new();
        for resource in &Resource::ALL {
            if let Some(limit) = self.limit(*resource) {
                limits.push(limit);
            }
        }
        limits
    }

    /// What one resource allows; `None` if it does not limit the kernel.
    pub(crate) fn limit(&self, resource: Resource) -> Option<Limit> {
        let (cc, kernel, occupancy) = (self.cc, self.kernel, &self.occupancy);
        let (each, of) = match resource {
            Resource::Registers => (occupancy.registers_per_block, cc.registers_per_sm()),
            Resource::SharedMemory => (
                occupancy.shared_memory_per_block,
                occupancy.shared_memory_per_sm,
            ),
            Resource::Warps => (occupancy.warps_per_block, occupancy.max_warps_per_sm),
            Resource::BlockSlots => (1, cc.max_blocks_per_sm()),
            Resource::Barriers => (kernel.barriers.into(), cc.barriers_per_sm()),
            _ => (
                kernel.virtual_resources.into(),
                cc.virtual_resources_per_sm(),
            ),
        };
        Some(Limit {
            resource: resource.name(),
            blocks: occupancy.limits.of(resource)?,
            binds: occupancy.binds(resource),
            details: limit_details(occupancy, self.configuration, self.arch, resource).to_string(),
            taken: each.saturating_mul(occupancy.blocks_per_sm.into()),
            each,
            of: of.into(),
        })
    }
}
