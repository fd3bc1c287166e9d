//! How much of each resource of an SM the resident blocks take.

use occupancy_core::Resource;

use crate::verdict::Verdict;

/// A resource, what one block takes of it, and what the SM has.
pub(crate) struct Amount {
    pub(crate) resource: Resource,
    pub(crate) each: u64,
    pub(crate) of: u64,
}

impl Amount {
    /// What `blocks` are given.
    pub(crate) fn taken(&self, blocks: u32) -> u64 {
        self.each.saturating_mul(blocks.into())
    }
}

/// The amounts, in the order of tables; those that do not limit the kernel are left out.
pub(crate) fn amounts(verdict: &Verdict<'_>) -> Vec<Amount> {
    let (cc, kernel) = (verdict.compute_capability(), verdict.kernel());
    let occupancy = &verdict.occupancy;
    let amount = |resource| {
        occupancy.limits.of(resource)?;
        let (each, of) = match resource {
            Resource::Registers => (occupancy.registers_per_block, cc.registers_per_sm()),
            Resource::SharedMemory => (
                occupancy.shared_memory_per_block,
                occupancy.shared_memory_per_sm,
            ),
            Resource::Warps => (occupancy.warps_per_block, occupancy.max_warps_per_sm),
            Resource::BlockSlots => (1, cc.max_blocks_per_sm()),
            Resource::Barriers => (kernel.barriers.into(), cc.barriers_per_sm()),
            Resource::VirtualResources => (
                kernel.virtual_resources.into(),
                cc.virtual_resources_per_sm(),
            ),
            _ => return None,
        };
        Some(Amount {
            resource,
            each,
            of: of.into(),
        })
    };
    Resource::ALL.into_iter().filter_map(amount).collect()
}
