//! Shared memory: what the kernel declares, what a block may have, and the carve-out.

use super::Rule;
use super::about::About;
use super::advice::{Advice, Nearest, saturate};
use super::check::bit;
use super::message::INDENT;
use crate::gpu::{Arch, ComputeCapability};
use crate::kernel::{Argument, Arguments, Carveout, Change, Configuration};
use crate::model::Facts;
use crate::text::Message;

pub(super) const fn about(rule: Rule, configuration: &Configuration<'_>) -> About {
    match rule {
        Rule::StaticSharedMemory => About::new("OCC007", Argument::StaticSharedMemory)
            .reading(Arguments::of(&[
                Argument::Arch,
                Argument::StaticSharedMemory,
                Argument::Cubin,
                Argument::Ptx,
            ]))
            .by_gpu(),
        Rule::SharedMemory => {
            let argument = if configuration.kernel.dynamic_shared_memory == 0 {
                Argument::StaticSharedMemory
            } else {
                Argument::DynamicSharedMemory
            };
            About::new("OCC008", argument)
                .reading(Arguments::of(&[
                    Argument::Arch,
                    Argument::StaticSharedMemory,
                    Argument::DynamicSharedMemory,
                ]))
                .by_gpu()
        }
        _ => About::new("OCC010", Argument::Carveout),
    }
}

pub(super) const fn broken(configuration: &Configuration<'_>, facts: &Facts<'_>) -> u64 {
    let kernel = &configuration.kernel;
    let mut broken = 0;
    if kernel.static_shared_memory > configuration.static_shared_memory_that_compiles(facts.arch) {
        // Memory that does not even compile is reported by its own rule.
        broken |= bit(Rule::StaticSharedMemory);
    } else if !configuration.tile_gives_shared_memory()
        && kernel.shared_memory() > configuration.shared_memory_allowed(facts.arch) as u64
    {
        broken |= bit(Rule::SharedMemory);
    }
    if kernel.carveout.is_over_whole() {
        broken |= bit(Rule::Carveout);
    }
    broken
}

pub(super) const fn headline<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    rule: Rule,
    arch: &Arch,
) -> &'m mut Message {
    let kernel = &configuration.kernel;
    match rule {
        Rule::StaticSharedMemory => static_shared_memory(
            out.grouped(kernel.static_shared_memory as u64)
                .text(" bytes of static shared memory do not compile for ")
                .text(arch.name())
                .text(": ptxas accepts at most "),
            kernel.static_shared_memory,
            arch.compute_capability(),
        ),
        Rule::SharedMemory => out
            .grouped(kernel.shared_memory())
            .text(" bytes of shared memory do not fit one block on ")
            .text(arch.name())
            .text(": at most ")
            .grouped(configuration.shared_memory_allowed(arch) as u64),
        _ => out.text("`carveout` is a percentage of the SM's shared memory, 0 to 100"),
    }
}

/// What compiles, and for which target and since which CUDA more does.
const fn static_shared_memory<'m>(
    out: &'m mut Message,
    declared: u32,
    cc: &ComputeCapability,
) -> &'m mut Message {
    let most = cc.static_shared_memory_per_block;
    let out = out.grouped(most as u64);
    match cc.architecture_specific() {
        Some((target, specific)) if most == specific.static_shared_memory_per_block => {
            out.text(" for `").text(target).text("` since CUDA 13.0")
        }
        Some((target, specific)) if declared <= specific.static_shared_memory_per_block => out
            .text(", or ")
            .grouped(specific.static_shared_memory_per_block as u64)
            .text(" for `")
            .text(target)
            .text("` since CUDA 13.0"),
        _ => out,
    }
}

pub(super) const fn detail<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    rule: Rule,
    arch: &Arch,
) -> &'m mut Message {
    match rule {
        Rule::SharedMemory => allowed(out, configuration, arch),
        _ => out,
    }
}

/// The requested shared memory, and what a block is allowed.
const fn allowed<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    arch: &Arch,
) -> &'m mut Message {
    let kernel = &configuration.kernel;
    let cc = arch.compute_capability();
    let out = out
        .text("\n")
        .text(INDENT)
        .padded("static", 10)
        .aligned(kernel.static_shared_memory as u64, 13)
        .text(" bytes")
        .text(INDENT)
        .padded("dynamic", 10)
        .aligned(kernel.dynamic_shared_memory as u64, 13)
        .text(" bytes")
        .text(INDENT)
        .padded("allowed", 10)
        .aligned(configuration.shared_memory_allowed(arch) as u64, 13)
        .text(" bytes");
    if kernel.shared_memory_optin && cc.shared_memory_per_block_optin > cc.shared_memory_per_block {
        out.text(" with the opt-in, of ")
            .grouped(cc.shared_memory_per_sm as u64)
            .text(" on the SM")
    } else if kernel.shared_memory_optin {
        out.text(", of ")
            .grouped(cc.shared_memory_per_sm as u64)
            .text(" on the SM")
    } else {
        out.text(" without the opt-in")
    }
}

pub(super) const fn figure<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    rule: Rule,
    arch: &Arch,
) -> &'m mut Message {
    match rule {
        Rule::SharedMemory => out
            .text("at most ")
            .grouped(configuration.shared_memory_allowed(arch) as u64)
            .text(" bytes per block"),
        _ => out,
    }
}

pub(super) const fn passing(nearest: &Nearest<'_>) -> Advice {
    let none = Advice::NONE;
    match nearest.rule {
        Rule::StaticSharedMemory => {
            let moved = saturate(nearest.configuration.kernel.shared_memory());
            none.with(nearest.accept(Change::DynamicInsteadOfStatic(moved)))
                .with(nearest.static_shared_memory())
        }
        Rule::SharedMemory => none
            .with(nearest.dynamic_shared_memory())
            .with(nearest.static_shared_memory()),
        _ => none.with(nearest.accept(Change::Integer(Argument::Carveout, 100))),
    }
}

pub(super) const fn effect<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    rule: Rule,
    change: Change,
) -> &'m mut Message {
    match (rule, change) {
        (_, Change::DynamicInsteadOfStatic(_)) => out.text(" moves it to the launch"),
        (Rule::Carveout, _) => out.text(" passes"),
        _ => beside(out, configuration, change),
    }
}

/// What fits of one kind of shared memory depends on the other kind.
const fn beside<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    change: Change,
) -> &'m mut Message {
    let kernel = &configuration.kernel;
    let out = out.text(" is the most that fits");
    match change {
        Change::Integer(Argument::DynamicSharedMemory, _) if kernel.static_shared_memory > 0 => out
            .text(" beside `static_smem = ")
            .number(kernel.static_shared_memory as u64)
            .text("`"),
        Change::Integer(Argument::StaticSharedMemory, _) if kernel.dynamic_shared_memory > 0 => out
            .text(" beside `smem = ")
            .number(kernel.dynamic_shared_memory as u64)
            .text("`"),
        _ => out,
    }
}

impl Nearest<'_> {
    pub(super) const fn carveout(&self) -> Option<Change> {
        match self.configuration.kernel.carveout {
            Carveout::Default => None,
            Carveout::Percent(stated) => {
                let mut percent = stated;
                while percent < 100 {
                    percent = percent.saturating_add(1);
                    if self.accepts(Change::Integer(Argument::Carveout, percent as u64)) {
                        return Some(Change::Integer(Argument::Carveout, percent as u64));
                    }
                }
                None
            }
        }
    }
}
