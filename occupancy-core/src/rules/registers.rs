//! Registers: of one thread, and of one block.

use super::Rule;
use super::about::About;
use super::advice::{Advice, Nearest};
use super::check::bit;
use super::limits;
use crate::gpu::Arch;
use crate::kernel::{Argument, Arguments, Configuration, Kernel};
use crate::model::{Facts, Occupancy};
use crate::text::Message;

pub(super) const fn about(rule: Rule) -> About {
    match rule {
        Rule::RegistersPerThread => About::new("OCC005", Argument::Registers),
        _ => About::new("OCC006", Argument::Registers)
            .reading(Arguments::of(&[
                Argument::Arch,
                Argument::Threads,
                Argument::Registers,
            ]))
            .by_gpu(),
    }
}

pub(super) const fn broken(configuration: &Configuration<'_>, facts: &Facts<'_>) -> u64 {
    let mut broken = 0;
    if !facts.registers_are_legal {
        broken |= bit(Rule::RegistersPerThread);
    }
    // Registers that allow no block allow none to launch.
    if facts.launched.is_none()
        && facts.block_is_legal
        && facts.registers_are_legal
        && blocks_allowed(configuration, facts.arch) == 0
    {
        broken |= bit(Rule::RegisterFile);
    }
    broken
}

/// Blocks that warps and registers allow, whatever else the block needs.
const fn blocks_allowed(configuration: &Configuration<'_>, arch: &Arch) -> u32 {
    let kernel = &configuration.kernel;
    let bare = Kernel::new(kernel.block_dim, kernel.registers_per_thread);
    match Occupancy::new(arch.compute_capability(), &bare) {
        Ok(occupancy) => occupancy.blocks_per_sm,
        Err(_) => 0,
    }
}

pub(super) const fn headline<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    rule: Rule,
    arch: &Arch,
) -> &'m mut Message {
    let kernel = &configuration.kernel;
    let cc = arch.compute_capability();
    match rule {
        Rule::RegistersPerThread if kernel.registers_per_thread == 0 => out
            .text("0 registers per thread: `regs` is what the kernel may use, 1 to ")
            .grouped(cc.max_registers_per_thread as u64),
        Rule::RegistersPerThread => out
            .grouped(kernel.registers_per_thread as u64)
            .text(" registers per thread: a thread can address at most ")
            .grouped(cc.max_registers_per_thread as u64),
        _ => out
            .text("not one block of ")
            .counted(kernel.threads_per_block(), "thread")
            .text(" with ")
            .counted(kernel.registers_per_thread as u64, "register")
            .text(" each fits an SM of ")
            .text(arch.name())
            .text(": the launch would fail"),
    }
}

pub(super) const fn detail<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    rule: Rule,
    arch: &Arch,
) -> &'m mut Message {
    match rule {
        Rule::RegisterFile => limits::table(out, configuration, arch),
        _ => out,
    }
}

pub(super) const fn passing(nearest: &Nearest<'_>) -> Advice {
    let fewer = Advice::NONE.with(nearest.registers());
    match nearest.rule {
        Rule::RegisterFile => fewer.with(nearest.threads_below()),
        _ => fewer,
    }
}

pub(super) const fn effect(out: &mut Message, rule: Rule) -> &mut Message {
    out.text(match rule {
        Rule::RegisterFile => " fits",
        _ => " passes",
    })
}
