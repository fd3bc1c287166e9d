//! What changed between two sets of kernels: each is judged.

mod difference;
mod pairs;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use clap::ValueEnum;
use occupancy_core::kernel::Figure;
use serde::Serialize;

use self::difference::{CODE_BYTES, changes, verdict};
use self::pairs::pairs;
use crate::baseline::{Baseline, Breach, Kernel, Metric, Reason, Rules};
use crate::console::exit_code;
use crate::name::family;
use crate::row::usual;
use crate::selection::compute_capability;

pub(crate) use self::difference::{Difference, Status};

/// Two sets of kernels, compared.
#[derive(Debug)]
pub(crate) struct Comparison {
    /// Every kernel once: the most important first, and by name.
    pub(crate) all: Vec<Difference>,
    pub(crate) totals: Totals,
    pub(crate) toolkits: [BTreeSet<String>; 2],
    /// The baseline; empty if the old set is of none.
    pub(crate) path: PathBuf,
    /// Whether there was nothing to look at.
    is_blind: bool,
    /// Whether something could not be read.
    is_troubled: bool,
}

impl Comparison {
    /// Two sets; without the old one, only budgets are checked.
    pub(crate) fn new(old: Option<Baseline>, new: &Baseline, rules: &Rules) -> Self {
        let compares = old.is_some();
        let mut old = old.unwrap_or_default();
        let removed = old.kernels.clone();
        old.rename_library(new);
        let judged = pairs(&old.kernels, &new.kernels).into_iter().map(|pair| {
            // What is gone was in the library of before.
            let before = pair.new.map_or(&removed, |_| &old.kernels);
            let mut difference = Difference {
                old: pair.old.map(|number| before[number].clone()),
                new: pair.new.map(|number| new.kernels[number].clone()),
                is_guessed: pair.is_guessed,
                ..Difference::default()
            };
            judge(&mut difference, compares, rules);
            difference
        });
        let mut all: Vec<_> = judged.collect();
        all.sort_by(|a, b| a.order().cmp(&b.order()));
        let totals = compares.then(|| Totals::of(&old.kernels, &new.kernels));
        Self {
            all,
            totals: totals.unwrap_or_default(),
            toolkits: [old.toolkits(), new.toolkits()],
            // Without the ratchet, nothing is worse than what was not there.
            is_blind: new.kernels.is_empty() || !rules.is_ratchet && old.kernels.is_empty(),
            is_troubled: old.summary.is_troubled || new.summary.is_troubled,
            path: old.path,
        }
    }

    /// The kernels that are not the same.
    pub(crate) fn differences(&self) -> impl Iterator<Item = &Difference> {
        self.all.iter().filter(|of| of.status != Status::Same)
    }

    /// What fails nothing, by the names of the kernels: reasons that are no longer needed.
    pub(crate) fn remarks(&self) -> Vec<(&Difference, &str)> {
        let remarks = self.all.iter();
        let remarks = remarks.filter_map(|of| Some((of, of.remark.as_deref()?)));
        let mut remarks: Vec<_> = remarks.collect();
        remarks.sort_by_key(|(of, _)| of.kernel().key());
        remarks
    }

    /// How many kernels have each status.
    pub(crate) fn counts(&self) -> impl Iterator<Item = (Status, usize)> {
        let of = |status| self.all.iter().filter(move |of| of.status == status);
        let all = Status::value_variants().iter();
        all.map(move |&status| (status, of(status).count()))
    }

    /// "1 worse, 2 added, 40 same".
    pub(crate) fn summary(&self) -> String {
        let counts = self.counts().filter(|(_, count)| *count > 0);
        let words = counts.map(|(status, count)| format!("{count} {}", status.label()));
        match words.collect::<Vec<_>>().join(", ") {
            none if none.is_empty() => "no kernels".to_owned(),
            words => words,
        }
    }

    /// The exit code.
    pub(crate) fn code(&self) -> u8 {
        exit_code(self.is_troubled, self.fails())
    }

    /// What nothing was looked at for has not passed.
    pub(crate) fn fails(&self) -> bool {
        self.is_blind || self.all.iter().any(|difference| difference.fails)
    }

    /// What to write down: with a reason, also worse kernels. A kernel that is not accepted stays as it is.
    pub(crate) fn kernels_to_write(&self, accept: Option<&str>) -> Vec<Kernel> {
        let kernels = self.all.iter().filter_map(|difference| {
            let old = difference.old.as_ref();
            let mut reason = old.map(|old| old.reason.clone()).unwrap_or_default();
            let is_refused = difference.is_refused();
            if is_refused && let Some(accept) = accept {
                reason.before = Some(before(difference, reason.before));
                reason.accept = Some(accept.to_owned());
            } else if is_refused {
                return old.cloned();
            } else if difference.status == Status::Accepted {
                reason.before = Some(before(difference, None));
            } else if difference.remark.is_some() {
                reason = Reason::default();
            }
            Some(Kernel {
                reason,
                line: old.and_then(|old| old.line),
                ..difference.new.clone()?
            })
        });
        kernels.collect()
    }

    /// Whether an update leaves a kernel as it is, because it has no reason.
    pub(crate) fn is_refused(&self, accept: Option<&str>) -> bool {
        accept.is_none() && self.all.iter().any(Difference::is_refused)
    }
}

/// The figures that got worse, as they were.
fn before(difference: &Difference, older: Option<BTreeMap<String, f64>>) -> BTreeMap<String, f64> {
    let mut before = older.unwrap_or_default();
    let changes = difference.changes.iter();
    for change in changes.filter(|change| change.verdict == Status::Worse) {
        if let Some(was) = change.old.decimal() {
            before
                .entry(change.figure.key.name().to_owned())
                .or_insert(was);
        }
    }
    before
}

fn judge(difference: &mut Difference, compares: bool, rules: &Rules) {
    let (old, new) = (&difference.old, &difference.new);
    if let Some(new) = new {
        difference.breaches = rules.breaches(new);
    }
    let is_over_now = !difference.breaches.is_empty();
    if let (Some(old), Some(new)) = (old, new) {
        difference.changes = changes(old, new, rules.code_growth(new));
        // This change is not to blame for what a kernel had before.
        let is_of_change = |breach: &Breach| breach.figure.of(old) != breach.figure.of(new);
        difference.breaches.retain(is_of_change);
    }
    // A reason that has its figures from before is about another change.
    let reason = old.as_ref().map(|old| &old.reason);
    let is_excused = reason.is_some_and(|old| old.accept.is_some() && old.before.is_none());
    let mut verdicts = difference.changes.iter().map(|change| change.verdict);
    let is_worse = verdicts.clone().any(|verdict| verdict == Status::Worse);
    let is_better = verdicts.any(|verdict| verdict == Status::Better);
    let mut changes = difference.changes.iter();
    let is_only_code = changes.all(|change| change.figure.key == CODE_BYTES);
    let is_over = !difference.breaches.is_empty();
    difference.status = match (old, new) {
        (Some(_), None) => Status::Removed,
        _ if is_excused && (is_worse || is_over) => Status::Accepted,
        _ if is_worse => Status::Worse,
        _ if is_over => Status::OverBudget,
        (None, _) if compares => Status::Added,
        _ if is_better => Status::Better,
        _ if difference.is_guessed || !is_only_code => Status::Changed,
        _ if !difference.changes.is_empty() => Status::CodeSize,
        _ => Status::Same,
    };
    difference.fails = match difference.status {
        Status::Worse | Status::OverBudget => true,
        Status::Better | Status::Changed | Status::Added | Status::Removed => rules.is_ratchet,
        Status::Accepted | Status::CodeSize | Status::Same => false,
    };
    if let (Some(reason), Some(new)) = (reason, new)
        && let Some(accept) = &reason.accept
        && !is_over_now
        && difference.status != Status::Accepted
        && !is_worse_than(reason, new)
    {
        difference.remark = Some(format!(
            "the reason of `{}` ({}) is no longer needed: \"{accept}\"; `--update` removes it",
            new.name, new.target
        ));
    }
}

/// Whether a kernel is still worse than before the reason.
fn is_worse_than(reason: &Reason, kernel: &Kernel) -> bool {
    let before = reason.before.iter().flatten();
    let mut before = before.filter_map(|(key, was)| {
        let figure = Metric::by_key(key)?;
        Some((figure, figure.cell(*was)))
    });
    before.any(|(figure, was)| verdict(figure, &was, figure.of(kernel), Some(0)) == Status::Worse)
}

/// Kernels, and the bytes of their code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Count {
    pub(crate) kernels: u64,
    pub(crate) code_bytes: u64,
}

/// A library or a template, before and after.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Total {
    pub(crate) name: String,
    pub(crate) old: Count,
    pub(crate) new: Count,
}

/// What the largest stack of a target reserves on a GPU.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Stack {
    pub(crate) target: String,
    pub(crate) device: &'static str,
    /// Bytes of device memory, before and after; `None` if no stack is known.
    pub(crate) old_bytes: Option<u64>,
    pub(crate) new_bytes: Option<u64>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Totals {
    /// Each library, before and after.
    pub(crate) libraries: Vec<Total>,
    /// Each template with several instances.
    pub(crate) families: Vec<Total>,
    pub(crate) stacks: Vec<Stack>,
}

impl Totals {
    fn of(old: &[Kernel], new: &[Kernel]) -> Self {
        let mut libraries: BTreeMap<String, [Count; 2]> = BTreeMap::new();
        let mut families: BTreeMap<String, [Count; 2]> = BTreeMap::new();
        let mut stacks: BTreeMap<String, [Option<u32>; 2]> = BTreeMap::new();
        for (side, kernels) in [old, new].into_iter().enumerate() {
            for kernel in kernels {
                let (library, family) = (kernel.library.clone(), family(&kernel.name));
                for count in [libraries.entry(library), families.entry(family)] {
                    let count = &mut count.or_default()[side];
                    count.kernels += 1;
                    count.code_bytes += kernel.figures.number(CODE_BYTES).unwrap_or(0);
                }
                let stack = &mut stacks.entry(kernel.target.clone()).or_default()[side];
                *stack = (*stack).max(kernel.figures.number(Figure::Stack));
            }
        }
        families.retain(|_, counts| counts.iter().any(|count| count.kernels > 1));
        let reservation = |(target, [old, new]): (String, [Option<u32>; 2])| {
            let device = usual(compute_capability(&target).ok()?)?;
            Some(Stack {
                target,
                device: device.name(),
                old_bytes: old.map(|stack| device.stack_reservation(stack)),
                new_bytes: new.map(|stack| device.stack_reservation(stack)),
            })
        };
        let total = |(name, [old, new]): (String, [Count; 2])| Total { name, old, new };
        Self {
            libraries: libraries.into_iter().map(total).collect(),
            families: families.into_iter().map(total).collect(),
            stacks: stacks.into_iter().filter_map(reservation).collect(),
        }
    }
}
