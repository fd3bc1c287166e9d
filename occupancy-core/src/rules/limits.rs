//! The table of limits: the blocks that each resource of an SM allows, and the numbers that decide.

use super::template::{Value, fill};
use crate::gpu::{Arch, Vendor};
use crate::kernel::{Argument, Configuration, saturate};
use crate::model::{Occupancy, Resource};
use crate::numbers::{max, min, or};
use crate::text::{Message, Text};

/// Writes the table of limits, a resource per line.
pub(super) const fn table(out: &mut Message, configuration: &Configuration<'_>, arch: &Arch) {
    let Some(occupancy) = configuration.occupancy_on(arch) else {
        return;
    };
    out.text("\n");
    each!(Resource::ALL.as_slice(), |resource| {
        if let Some(blocks) = occupancy.limits.of(*resource) {
            let figures = limit_details(&occupancy, configuration, arch, *resource);
            let template = if figures.as_str().is_empty() {
                "{>4} {?block|blocks}"
            } else {
                "{>4} {?block |blocks}   {}"
            };
            let (blocks, figures) = (Value::of(blocks), Value::Text(figures.as_str()));
            let words = arch.multiprocessor().words();
            let name = *Text::<32>::new().worded(resource.name(), words);
            let mut row = *Message::new().padded(name.as_str(), 17);
            fill(&mut row, template, &[blocks, blocks, figures]);
            out.text("\n    ").worded(row.as_str(), words);
            if occupancy.binds(*resource) {
                out.text("   binds");
            }
        }
    });
}

/// The numbers that decide how many blocks `resource` allows: `64 per thread, 2,048 per warp, …`.
pub const fn limit_details(
    occupancy: &Occupancy,
    configuration: &Configuration<'_>,
    arch: &Arch,
    resource: Resource,
) -> Message {
    let (kernel, sm) = (&configuration.kernel, arch.multiprocessor());
    let mut out = Message::new();
    let virtual_resources = kernel.virtual_resources as u64;
    let shared_memory = occupancy.shared_memory_per_block;
    // If not one block fits, the limit of one block decides, which can be below that of the SM.
    let is_none = matches!(occupancy.limits.of(resource), Some(0));
    let (count, of_sm, what) = match resource {
        Resource::Warps => (occupancy.warps_per_block, sm.max_warps_per_sm, "warps "),
        Resource::Registers => {
            let warps = occupancy.warps_per_block;
            if let Some(per_warp) = occupancy.registers_per_block.checked_div(warps)
                && let Some(part) = sm.registers_per_sm.checked_div(sm.sub_partitions)
            {
                let registers = kernel.registers_on(sm);
                fill(&mut out, "{} per thread, ", &[Value::of(registers)]);
                if let Some((threads, blocks)) =
                    configuration.bounds_of_budget(Argument::Registers.on(sm))
                    && sm.most_registers(threads, blocks) == registers
                {
                    // More blocks than warps and slots allow are ignored.
                    let limits = &occupancy.limits;
                    let slots = or(limits.block_slots, limits.warps);
                    let blocks = max(min(min(blocks, limits.warps), slots), 1);
                    // The second number of HIP is warps of a sub-partition.
                    let least = match sm.vendor {
                        Vendor::Nvidia => blocks as u64,
                        Vendor::Amd => sm.warps_of_part(threads, blocks as u64),
                    };
                    let values = [Value::Number(threads), Value::Number(least)];
                    let template = "what `__launch_bounds__({#}, {#})` leaves, ";
                    fill(&mut out, template, &values);
                }
                fill(&mut out, "{} per warp, ", &[Value::Number(per_warp)]);
                let parts = sm.sub_partitions as u64;
                let taken = per_warp.saturating_mul(warps.div_ceil(parts).saturating_mul(parts));
                let of_block = sm.registers_per_block;
                if is_none && taken > of_block as u64 && of_block < sm.registers_per_sm {
                    let values = [Value::Number(taken), Value::of(of_block)];
                    fill(&mut out, "{} of {} per block", &values);
                } else if let Some(warps) = (part as u64).checked_div(per_warp) {
                    let values = [Value::Number(warps), Value::of(sm.sub_partitions)];
                    fill(&mut out, "{:warp} in each of {} sub-partitions", &values);
                }
            }
            return out;
        }
        Resource::SharedMemory => (shared_memory, occupancy.shared_memory_per_sm, "bytes "),
        Resource::BlockSlots => return out,
        Resource::Barriers => (kernel.barriers as u64, sm.barriers_per_sm, "barriers "),
        Resource::VirtualResources => (virtual_resources, sm.virtual_resources_per_sm, ""),
        Resource::ScalarRegisters => {
            let values = [
                Value::of(kernel.sgprs),
                Value::of(sm.scalar_registers_per_partition),
                Value::of(sm.sub_partitions),
            ];
            let template =
                "{} per warp and 16 of the trap handler, of {} in each of {} sub-partitions";
            return *fill(&mut out, template, &values);
        }
    };
    let of_block = match resource {
        Resource::Warps => saturate(sm.warps(sm.max_threads_per_block as u64)),
        Resource::SharedMemory => configuration
            .shared_memory_allowed(arch)
            .saturating_add(sm.reserved_shared_memory_per_block),
        Resource::Barriers => sm.barriers_per_block,
        _ => of_sm,
    };
    let is_over = is_none && count > of_block as u64;
    let of = Value::of(if is_over { of_block } else { of_sm });
    let values = [Value::Number(count), of, Value::Text(what)];
    *fill(&mut out, "{} of {} {}per block", &values)
}
