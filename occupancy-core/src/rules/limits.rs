//! The table of limits: what each resource of an SM allows, and the numbers that decide it.

use crate::gpu::Arch;
use crate::kernel::Configuration;
use crate::model::{Occupancy, Resource};
use crate::text::{Message, Text};

/// Begins a line of figures.
pub(super) const INDENT: &str = "\n    ";

/// The table of limits, one resource per line.
pub(super) const fn table<'m>(
    mut out: &'m mut Message,
    configuration: &Configuration<'_>,
    arch: &Arch,
) -> &'m mut Message {
    let Ok(occupancy) = configuration.occupancy_on(arch) else {
        return out;
    };
    out = out.text("\n");
    let mut left = Resource::ALL.as_slice();
    while let [resource, others @ ..] = left {
        let resource = *resource;
        if let Some(blocks) = occupancy.limits.of(resource) {
            let figures = limit_details(&occupancy, configuration, arch, resource);
            out = out.text(INDENT).padded(resource.name(), 17);
            out = out.aligned(blocks as u64, 4);
            out = out.text(if blocks == 1 { " block" } else { " blocks" });
            if !figures.as_str().is_empty() {
                out = out.text(if blocks == 1 { "    " } else { "   " });
                out = out.text(figures.as_str());
            }
            if occupancy.binds(resource) {
                out = out.text("   binds");
            }
        }
        left = others;
    }
    out
}

/// The numbers that decide what `resource` allows: `64 per thread, 2,048 per warp, …`.
pub const fn limit_details(
    occupancy: &Occupancy,
    configuration: &Configuration<'_>,
    arch: &Arch,
    resource: Resource,
) -> Text<128> {
    let out = &mut Text::new();
    let kernel = &configuration.kernel;
    let cc = arch.compute_capability();
    *match resource {
        Resource::Warps => out
            .grouped(occupancy.warps_per_block)
            .text(" of ")
            .grouped(cc.max_warps_per_sm as u64)
            .text(" warps per block"),
        Resource::Registers => {
            let (Some(per_warp), Some(part)) = (
                occupancy
                    .registers_per_block
                    .checked_div(occupancy.warps_per_block),
                cc.registers_per_sm.checked_div(cc.sub_partitions),
            ) else {
                return *out;
            };
            let out = out
                .grouped(kernel.registers_per_thread as u64)
                .text(" per thread, ")
                .grouped(per_warp)
                .text(" per warp, ");
            match (part as u64).checked_div(per_warp) {
                Some(warps) => out
                    .counted(warps, "warp")
                    .text(" in each of ")
                    .grouped(cc.sub_partitions as u64)
                    .text(" sub-partitions"),
                None => out,
            }
        }
        Resource::SharedMemory => out
            .grouped(occupancy.shared_memory_per_block)
            .text(" of ")
            .grouped(occupancy.shared_memory_per_sm as u64)
            .text(" bytes per block"),
        Resource::BlockSlots => out,
        Resource::Barriers => out
            .grouped(kernel.barriers as u64)
            .text(" of ")
            .grouped(cc.barriers_per_sm as u64)
            .text(" barriers per block"),
        Resource::VirtualResources => out
            .grouped(kernel.virtual_resources as u64)
            .text(" of ")
            .grouped(cc.virtual_resources_per_sm as u64)
            .text(" per block"),
    }
}
