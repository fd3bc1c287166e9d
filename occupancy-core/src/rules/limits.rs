//! The table of limits: what each resource of an SM allows, and the numbers that decide it.

use super::template::{Value, fill};
use crate::gpu::Arch;
use crate::kernel::Configuration;
use crate::model::{Occupancy, Resource};
use crate::text::Message;

/// Begins a line of figures.
pub(super) const INDENT: &str = "\n    ";

/// The table of limits, one resource per line.
pub(super) const fn table(out: &mut Message, configuration: &Configuration<'_>, arch: &Arch) {
    let Some(occupancy) = configuration.occupancy_on(arch) else {
        return;
    };
    out.text("\n");
    let mut left = Resource::ALL.as_slice();
    while let [resource, others @ ..] = left {
        if let Some(blocks) = occupancy.limits.of(*resource) {
            let blocks = Value::of(blocks);
            let figures = limit_details(&occupancy, configuration, arch, *resource);
            out.text(INDENT).padded(resource.name(), 17);
            if figures.as_str().is_empty() {
                fill(out, "{>4} {?block|blocks}", &[blocks, blocks]);
            } else {
                let values = [blocks, blocks, Value::Text(figures.as_str())];
                fill(out, "{>4} {?block |blocks}   {}", &values);
            }
            out.text(if occupancy.binds(*resource) {
                "   binds"
            } else {
                ""
            });
        }
        left = others;
    }
}

/// The numbers that decide what `resource` allows: `64 per thread, 2,048 per warp, …`.
pub const fn limit_details(
    occupancy: &Occupancy,
    configuration: &Configuration<'_>,
    arch: &Arch,
    resource: Resource,
) -> Message {
    let (kernel, cc) = (&configuration.kernel, arch.compute_capability());
    let (template, count, of) = match resource {
        Resource::Warps => (
            "{} of {} warps per block",
            occupancy.warps_per_block,
            cc.max_warps_per_sm,
        ),
        Resource::Registers => return register_details(occupancy, configuration, arch),
        Resource::SharedMemory => (
            "{} of {} bytes per block",
            occupancy.shared_memory_per_block,
            occupancy.shared_memory_per_sm,
        ),
        Resource::BlockSlots => ("", 0, 0),
        Resource::Barriers => (
            "{} of {} barriers per block",
            kernel.barriers as u64,
            cc.barriers_per_sm,
        ),
        Resource::VirtualResources => (
            "{} of {} per block",
            kernel.virtual_resources as u64,
            cc.virtual_resources_per_sm,
        ),
    };
    let values = [Value::Number(count), Value::of(of)];
    *fill(&mut Message::new(), template, &values)
}

const fn register_details(
    occupancy: &Occupancy,
    configuration: &Configuration<'_>,
    arch: &Arch,
) -> Message {
    let (mut out, cc) = (Message::new(), arch.compute_capability());
    let warps = occupancy.warps_per_block;
    if let Some(per_warp) = occupancy.registers_per_block.checked_div(warps)
        && let Some(part) = cc.registers_per_sm.checked_div(cc.sub_partitions)
    {
        let of_thread = Value::of(configuration.kernel.registers_per_thread);
        let values = [of_thread, Value::Number(per_warp)];
        fill(&mut out, "{} per thread, {} per warp, ", &values);
        if let Some(warps) = (part as u64).checked_div(per_warp) {
            let values = [Value::Number(warps), Value::of(cc.sub_partitions)];
            fill(&mut out, "{:warp} in each of {} sub-partitions", &values);
        }
    }
    out
}
