//! The share of a GPU: how many of its SMs the kernel gets.

use super::report::{Report, Rule, Value};
use crate::kernel::{Argument, of_gpus};

pub(super) const fn rules(r: &mut Report<'_, '_>) {
    let configuration = r.configuration;
    let (asked, all) = (configuration.sms, r.facts.arch.sm_count());
    let is_broken = match (asked, all) {
        (Some(0), _) => true,
        (Some(sms), Some(all)) => sms > all,
        _ => false,
    };
    if let Some(w) = r.breaks_if(Rule::SmShare, is_broken) {
        w.name("all", Value::some(all));
        let most = if matches!(asked, Some(0)) {
            w.head("a share of 0 SMs of {gpu}: nothing runs");
            1
        } else {
            w.head("a share of {sms:SM} of {gpu}, which has {all}");
            match of_gpus!(configuration, <, arch => arch.sm_count()) {
                Some(fewest) => fewest,
                None => 1,
            }
        };
        let effect = if most == 1 {
            " is the least"
        } else {
            " is all of them"
        };
        w.set(Argument::Sms, most as u64, effect);
    }
}
