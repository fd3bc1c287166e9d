//! Things worth saying about a kernel's code.

use crate::message::named;
use crate::{Advisory, Arch, Configuration, KernelCode, Message, Occupancy, Resource};

/// What is worth saying of the code that `arch` runs.
pub(super) const fn advise(
    configuration: &Configuration<'_>,
    out: Message,
    advisory: Advisory,
    arch: &Arch,
    occupancy: &Occupancy,
) -> Option<Message> {
    let Some(code) = configuration.code_on(arch) else {
        return None;
    };
    if let Advisory::BarrierLimit = advisory {
        return barrier_limit(configuration, out, code, arch, occupancy);
    }
    let KernelCode::Machine(usage) = code else {
        return None;
    };
    match advisory {
        Advisory::Spills => match usage.spill_instructions {
            Some(spills) if spills > 0 => Some(
                named(out, code)
                    .text(" spills registers: ")
                    .counted(spills as u64, "instruction")
                    .text(if spills == 1 { " moves" } else { " move" })
                    .text(" them to local memory and back, which holds ")
                    .counted(usage.frame as u64, "byte")
                    .text(" a thread")
                    .text(
                        "\n\n    help: compile it with more registers; or `allow(spills)` accepts it",
                    ),
            ),
            _ => None,
        },
        // Of an input of the linker, the linker knows it.
        Advisory::UnknownStack if usage.stack.is_none() && !usage.is_relocatable => Some(
            named(out, code)
                .text(
                    " needs local memory that is not known when it is compiled: it recurses, or calls \
                     through a pointer",
                )
                .text(
                    "\n\n    help: `cudaLimitStackSize` has to be enough for the deepest call; \
                     `allow(unknown_stack)` accepts it",
                ),
        ),
        Advisory::Relocatable if usage.is_relocatable => Some(
            named(out, code)
                .text(
                    " is an input of the linker, which may raise its registers, stack and barriers",
                )
                .text(
                    "\n\n    help: take the linked image, or compile without `-rdc`; \
                     `allow(relocatable)` accepts it",
                ),
        ),
        Advisory::RegisterCap => register_cap(configuration, out, code, arch),
        _ => None,
    }
}

const fn register_cap(
    configuration: &Configuration<'_>,
    out: Message,
    code: &KernelCode<'_>,
    arch: &Arch,
) -> Option<Message> {
    let KernelCode::Machine(usage) = code else {
        return None;
    };
    let (Some(asked), Some(cap), Some((fewest, most))) = (
        configuration.min_blocks,
        usage.register_cap,
        configuration.compiled_for_blocks(arch),
    ) else {
        return None;
    };
    // One block is what launch bounds without a number of blocks come to.
    if fewest == 1 || (fewest <= asked && asked <= most) {
        return None;
    }
    let out = named(out, code)
        .text(" was compiled with launch bounds of ")
        .number(fewest as u64);
    let out = if most > fewest {
        out.text(" to ").number(most as u64)
    } else {
        out
    };
    Some(
        out.text(" resident ")
            .text(if most == 1 { "block" } else { "blocks" })
            .text(", not ")
            .number(asked as u64)
            .text(": its cap is ")
            .counted(cap as u64, "register")
            .text(" a thread\n\n    help: compile it with the launch bounds of this configuration; or `min_blocks = ")
            .number(if asked > most { most } else { fewest } as u64)
            .text("` is what it was compiled for"),
    )
}

const fn barrier_limit(
    configuration: &Configuration<'_>,
    out: Message,
    code: &KernelCode<'_>,
    arch: &Arch,
    occupancy: &Occupancy,
) -> Option<Message> {
    let (Some(barriers), Some(allowed)) = (code.barriers(), occupancy.limits.barriers) else {
        return None;
    };
    // More that the author declares is the author's.
    if barriers != configuration.kernel.barriers || allowed > occupancy.blocks_per_sm {
        return None;
    }
    let mut others = u32::MAX;
    let mut left: &[Resource] = &Resource::ALL;
    while let [resource, rest @ ..] = left {
        if let Some(blocks) = occupancy.limits.of(*resource)
            && !matches!(resource, Resource::Barriers)
            && blocks < others
        {
            others = blocks;
        }
        left = rest;
    }
    if others <= allowed {
        return None;
    }
    Some(
        named(out, code)
            .text(" uses ")
            .counted(barriers as u64, "named barrier")
            .text(", which allow ")
            .counted(allowed as u64, "block")
            .text(" on one SM of ")
            .text(arch.name())
            .text(", where all else allows ")
            .grouped(others as u64)
            .text("\n\n    help: number barriers with constants from 0 on, a number in a register holds all 16; or `allow(barrier_limit)` accepts it"),
    )
}
