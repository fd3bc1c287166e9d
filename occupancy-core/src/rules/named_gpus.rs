//! The GPUs that are named: at least one, each with SMs and with limits that go together.

use super::Rule;
use super::about::About;
use super::check::bit;
use crate::gpu::Arch;
use crate::kernel::Argument;
use crate::text::Message;

pub(super) const fn about(rule: Rule) -> About {
    let code = match rule {
        Rule::NoArch => "OCC023",
        Rule::DeviceWithoutSms => "OCC028",
        _ => "OCC029",
    };
    About::new(code, Argument::Arch).by_gpu()
}

/// The rules that are broken whatever the block asks for; [`Rule::NoArch`] is about no GPU.
pub(super) const fn broken(arch: &Arch) -> u64 {
    let mut broken = 0;
    if matches!(arch.sm_count(), Some(0)) {
        broken |= bit(Rule::DeviceWithoutSms);
    }
    if arch.compute_capability().contradiction().is_some() {
        broken |= bit(Rule::ContradictoryLimits);
    }
    broken
}

pub(super) const fn headline<'m>(out: &'m mut Message, rule: Rule, arch: &Arch) -> &'m mut Message {
    match rule {
        Rule::DeviceWithoutSms => out
            .text(arch.name())
            .text(" has no SMs: give its number of them, which the driver reports"),
        _ => out
            .text("the limits of ")
            .text(arch.name())
            .text(" contradict each other: ")
            .text(match arch.compute_capability().contradiction() {
                Some(contradiction) => contradiction,
                None => "",
            }),
    }
}
