//! Lints about a kernel's code.

use super::min_blocks;
use crate::gpu::{Arch, CodeForm};
use crate::kernel::{Compiled, Configuration};
use crate::model::{Occupancy, Resource};
use crate::rules::Lint;
use crate::rules::compiled::named;
use crate::rules::help::written;
use crate::text::Message;

/// Whether the lint fires for the code that `arch` runs.
pub(super) const fn is_advised_on(
    configuration: &Configuration<'_>,
    lint: Lint,
    arch: &Arch,
    occupancy: &Occupancy,
) -> bool {
    let Some(code) = configuration.compiled_on(arch) else {
        return false;
    };
    if let Lint::BarrierLimit = lint {
        return barrier_limit(configuration, code, occupancy).is_some();
    }
    match lint {
        Lint::Spills => matches!(code.spill_instructions, Some(spills) if spills > 0),
        // For input of the linker, the linker knows it.
        Lint::UnknownStack => {
            matches!(code.form, CodeForm::MachineCode)
                && code.stack.is_none()
                && !code.is_relocatable
        }
        Lint::Relocatable => code.is_relocatable,
        Lint::RegisterCap => register_cap(configuration, code, arch).is_some(),
        _ => false,
    }
}

/// Writes the message about the code that `arch` runs.
pub(super) const fn worded<'m>(
    configuration: &Configuration<'_>,
    out: &'m mut Message,
    lint: Lint,
    arch: &Arch,
    occupancy: &Occupancy,
) -> &'m mut Message {
    let Some(code) = configuration.compiled_on(arch) else {
        return out;
    };
    if let Lint::BarrierLimit = lint {
        return match barrier_limit(configuration, code, occupancy) {
            Some(limit) => limit.worded(named(out, code), arch),
            None => out,
        };
    }
    let out = named(out, code);
    match lint {
        Lint::Spills => match code.spill_instructions {
            Some(spills) => out
                .text(" spills registers: ")
                .counted(spills as u64, "instruction")
                .text(if spills == 1 { " moves" } else { " move" })
                .text(" them to local memory and back, which holds ")
                .counted(
                    match code.frame {
                        Some(bytes) => bytes as u64,
                        None => 0,
                    },
                    "byte",
                )
                .text(" per thread")
                .text(
                    "\n\n    help: compile it with more registers; or `allow(spills)` accepts it",
                ),
            None => out,
        },
        Lint::UnknownStack => out
            .text(
                " needs local memory that is not known when it is compiled: it recurses, or calls \
                 through a pointer",
            )
            .text(
                "\n\n    help: `cudaLimitStackSize` has to be enough for the deepest call; \
                 `allow(unknown_stack)` accepts it",
            ),
        Lint::Relocatable => out
            .text(
                " is input for the linker, which may raise its registers, static shared memory, stack \
                 and barriers",
            )
            .text(
                "\n\n    help: take the linked image, or compile without `-rdc`; \
                 `allow(relocatable)` accepts it",
            ),
        Lint::RegisterCap => match register_cap(configuration, code, arch) {
            Some(cap) => cap.worded(out, configuration),
            None => out,
        },
        _ => out,
    }
}

/// The code was compiled for another number of blocks than is demanded.
struct RegisterCap {
    asked: u32,
    registers: u32,
    /// The fewest and the most blocks that give this cap.
    compiled_for: (u32, u32),
}

const fn register_cap(
    configuration: &Configuration<'_>,
    code: &Compiled<'_>,
    arch: &Arch,
) -> Option<RegisterCap> {
    let (Some(asked), Some(registers), Some(compiled_for)) = (
        configuration.min_blocks,
        code.register_cap,
        configuration.compiled_for_blocks(arch),
    ) else {
        return None;
    };
    let (fewest, most) = compiled_for;
    // Launch bounds without a number of blocks give the same cap as one block.
    if fewest == 1 || (fewest <= asked && asked <= most) {
        return None;
    }
    Some(RegisterCap {
        asked,
        registers,
        compiled_for,
    })
}

impl RegisterCap {
    const fn worded<'m>(
        &self,
        out: &'m mut Message,
        configuration: &Configuration<'_>,
    ) -> &'m mut Message {
        let (fewest, most) = self.compiled_for;
        let out = out
            .text(" was compiled with launch bounds of ")
            .number(fewest as u64);
        let out = if most > fewest {
            out.text(" to ").number(most as u64)
        } else {
            out
        };
        let out = out
            .text(" resident ")
            .text(if most == 1 { "block" } else { "blocks" })
            .text(", not ")
            .number(self.asked as u64)
            .text(": its cap is ")
            .counted(self.registers as u64, "register")
            .text(
                " per thread\n\n    help: compile it with the launch bounds of this configuration",
            );
        let compiled_for = min_blocks(if self.asked > most { most } else { fewest });
        if !configuration.takes(compiled_for) {
            return out;
        }
        written(out.text("; or `"), compiled_for).text("` is what it was compiled for")
    }
}

/// The blocks that the barriers of the code allow, if everything else allows more.
struct BarrierLimit {
    barriers: u32,
    allowed: u32,
    others: u32,
}

const fn barrier_limit(
    configuration: &Configuration<'_>,
    code: &Compiled<'_>,
    occupancy: &Occupancy,
) -> Option<BarrierLimit> {
    let (Some(barriers), Some(allowed)) = (code.barriers, occupancy.limits.barriers) else {
        return None;
    };
    // Skip if the author declares more than the code uses.
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
    Some(BarrierLimit {
        barriers,
        allowed,
        others,
    })
}

impl BarrierLimit {
    const fn worded<'m>(&self, out: &'m mut Message, arch: &Arch) -> &'m mut Message {
        out.text(" uses ")
            .counted(self.barriers as u64, "named barrier")
            .text(", which allow ")
            .counted(self.allowed as u64, "block")
            .text(" on one SM of ")
            .text(arch.name())
            .text(", and everything else allows ")
            .grouped(self.others as u64)
            .text("\n\n    help: number barriers with constants from 0 on, because a number in a register takes all 16; or `allow(barrier_limit)` accepts it")
    }
}
