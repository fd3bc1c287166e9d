//! The share of a GPU: how many of its SMs the kernel gets.

use super::Rule;
use super::about::About;
use super::advice::{Advice, Nearest};
use super::check::bit;
use crate::gpu::Arch;
use crate::kernel::{Argument, Arguments, Change, Configuration};
use crate::text::Message;

pub(super) const fn about() -> About {
    About::new("OCC046", Argument::Sms)
        .reading(Arguments::of(&[Argument::Sms, Argument::Arch]))
        .by_gpu()
}

pub(super) const fn broken(configuration: &Configuration<'_>, arch: &Arch) -> u64 {
    let is_broken = match (configuration.sms, arch.sm_count()) {
        (Some(0), _) => true,
        (Some(sms), Some(sm_count)) => sms > sm_count,
        _ => false,
    };
    if is_broken { bit(Rule::SmShare) } else { 0 }
}

pub(super) const fn headline<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    arch: &Arch,
) -> &'m mut Message {
    match (configuration.sms, arch.sm_count()) {
        (Some(sms), Some(sm_count)) if sms > 0 => out
            .text("a share of ")
            .counted(sms as u64, "SM")
            .text(" of ")
            .text(arch.name())
            .text(", which has ")
            .grouped(sm_count as u64),
        _ => out
            .text("a share of 0 SMs of ")
            .text(arch.name())
            .text(": nothing runs"),
    }
}

pub(super) const fn passing(nearest: &Nearest<'_>) -> Advice {
    let asked = match nearest.configuration.sms {
        Some(sms) if sms > 0 => fewest_sms(nearest.configuration),
        _ => 1,
    };
    Advice::NONE.with(nearest.accept(Change::Integer(Argument::Sms, asked as u64)))
}

/// The SMs of the GPU that has fewest.
const fn fewest_sms(configuration: &Configuration<'_>) -> u32 {
    let mut fewest = u32::MAX;
    let mut left = configuration.archs;
    while let [arch, others @ ..] = left {
        if let Some(sm_count) = arch.sm_count()
            && sm_count < fewest
        {
            fewest = sm_count;
        }
        left = others;
    }
    fewest
}

pub(super) const fn effect(out: &mut Message, change: Change) -> &mut Message {
    match change {
        Change::Integer(Argument::Sms, 1) => out.text(" is the least"),
        _ => out.text(" is all of them"),
    }
}
