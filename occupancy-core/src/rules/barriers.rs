//! Named barriers and virtual resources.

use super::report::{Report, Rule, names};
use crate::kernel::Argument;

pub(super) const fn rules(r: &mut Report<'_, '_>) {
    let (kernel, cc) = (&r.configuration.kernel, r.facts.cc);
    if let Some(w) = r.breaks_if(Rule::Barriers, kernel.barriers > cc.barriers_per_block) {
        names!(w, most: cc.barriers_per_block);
        w.head("{barriers} named barriers: a block has {most}");
        w.fewer(Argument::Barriers, " passes");
    }
    let most = cc.virtual_resources_per_sm;
    let is_broken = most > 0 && kernel.virtual_resources > most;
    if let Some(w) = r.breaks_if(Rule::VirtualResources, is_broken) {
        names!(w, most: most);
        w.head("{virtual_resources} virtual resources: an SM of {gpu} has {most}");
    }
}
