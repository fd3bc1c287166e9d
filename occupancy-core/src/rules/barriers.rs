//! Named barriers and virtual resources.

use super::Rule;
use super::about::About;
use super::advice::{Advice, Nearest};
use super::check::bit;
use crate::gpu::Arch;
use crate::kernel::{Argument, Change, Configuration};
use crate::model::Facts;
use crate::text::Message;

pub(super) const fn about(rule: Rule) -> About {
    match rule {
        Rule::Barriers => About::new("OCC009", Argument::Barriers),
        // Virtual resources come with the GPU; there is no argument for them.
        _ => About::new("OCC022", Argument::Arch).by_gpu(),
    }
}

pub(super) const fn broken(configuration: &Configuration<'_>, facts: &Facts<'_>) -> u64 {
    let (cc, kernel) = (facts.cc, &configuration.kernel);
    let mut broken = 0;
    if kernel.barriers > cc.barriers_per_block {
        broken |= bit(Rule::Barriers);
    }
    if cc.virtual_resources_per_sm > 0 && kernel.virtual_resources > cc.virtual_resources_per_sm {
        broken |= bit(Rule::VirtualResources);
    }
    broken
}

pub(super) const fn headline<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    rule: Rule,
    arch: &Arch,
) -> &'m mut Message {
    let (cc, kernel) = (arch.compute_capability(), &configuration.kernel);
    match rule {
        Rule::Barriers => out
            .grouped(kernel.barriers as u64)
            .text(" named barriers: a block has ")
            .grouped(cc.barriers_per_block as u64),
        _ => out
            .grouped(kernel.virtual_resources as u64)
            .text(" virtual resources: an SM of ")
            .text(arch.name())
            .text(" has ")
            .grouped(cc.virtual_resources_per_sm as u64),
    }
}

pub(super) const fn passing(nearest: &Nearest<'_>) -> Advice {
    match nearest.rule {
        Rule::Barriers => Advice::NONE.with(nearest.barriers()),
        _ => Advice::NONE,
    }
}

impl Nearest<'_> {
    pub(super) const fn barriers(&self) -> Option<Change> {
        let mut barriers = self.configuration.kernel.barriers;
        if barriers > 17 {
            barriers = 17;
        }
        while barriers > 1 {
            barriers = barriers.saturating_sub(1);
            if self.accepts(Change::Integer(Argument::Barriers, barriers as u64)) {
                return Some(Change::Integer(Argument::Barriers, barriers as u64));
            }
        }
        None
    }
}
