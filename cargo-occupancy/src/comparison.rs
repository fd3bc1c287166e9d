//! Compares two sets of kernels, and judges each kernel.

mod difference;
#[allow(dead_code, reason = "the outputs come to use it")]
pub(crate) mod digest;
mod pairs;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::rc::Rc;

use clap::ValueEnum;
use itertools::Itertools;
use occupancy_core::kernel::Figure;
use occupancy_report::calculator::{Cell, Row};
use serde::Serialize;

use self::difference::{CODE_BYTES, changes, verdict};
use self::pairs::pairs;
use crate::baseline::{Baseline, Breach, Rules};
use crate::build::{Build, Kernel, METRICS, Reason};
use crate::console::exit_code;
use crate::name::template;
use crate::row::best_known;
use crate::selection::compute_capability;

pub(crate) use self::difference::{Difference, Status};

/// The differences between two sets of kernels.
#[derive(Debug)]
pub(crate) struct Comparison {
    /// Every kernel once: the most important first, then by name.
    pub(crate) all: Vec<Difference>,
    pub(crate) totals: Totals,
    pub(crate) toolkits: [BTreeSet<Rc<str>>; 2],
    /// The baseline file; empty if the old set is of none.
    pub(crate) path: PathBuf,
    /// `true` if there was nothing to compare.
    is_blind: bool,
    /// `true` if something could not be read.
    is_troubled: bool,
}

impl Comparison {
    /// Compares two sets; without the old one, only budgets are checked.
    pub(crate) fn new(old: Option<Baseline>, new: &Build, rules: &Rules) -> Self {
        let compares = old.is_some();
        let Baseline {
            build: mut old,
            path,
            ..
        } = old.unwrap_or_default();
        let removed = old.kernels.clone();
        rename_library(&mut old.kernels, &new.kernels);
        let mut all = Vec::new();
        for ([of_old, of_new], is_guessed) in pairs(&old.kernels, &new.kernels) {
            // A removed kernel keeps the old name of its library.
            let before = of_new.map_or(&removed, |_| &old.kernels);
            let difference = Difference {
                old: of_old.map(|number| before[number].clone()),
                new: of_new.map(|number| new.kernels[number].clone()),
                is_guessed,
                ..Difference::default()
            };
            all.push(judged(difference, compares, rules));
        }
        all.sort_by(|a, b| a.order().cmp(&b.order()));
        let totals = compares.then(|| Totals::new(&old.kernels, &new.kernels));
        Self {
            all,
            totals: totals.unwrap_or_default(),
            toolkits: [old.toolkits, new.toolkits.clone()],
            // Only a ratchet judges kernels that were not there before.
            is_blind: new.kernels.is_empty() || !rules.is_ratchet && old.kernels.is_empty(),
            is_troubled: old.summary.is_troubled || new.summary.is_troubled,
            path,
        }
    }

    /// The differences of kernels that are not the same.
    pub(crate) fn differences(&self) -> impl Iterator<Item = &Difference> {
        self.all.iter().filter(|it| it.status != Status::Same)
    }

    /// The remarks, which fail nothing, in the order of the kernels' names.
    pub(crate) fn remarks(&self) -> impl ExactSizeIterator<Item = (&Difference, &str)> {
        let all = self.all.iter();
        all.filter_map(|it| Some((it, it.remark.as_deref()?)))
            .sorted_by_key(|(it, _)| it.kernel().key())
    }

    /// The count of kernels of each status.
    pub(crate) fn counts(&self) -> impl Iterator<Item = (Status, usize)> {
        let with = |status| self.all.iter().filter(move |it| it.status == status);
        let all = Status::value_variants().iter();
        all.map(move |&status| (status, with(status).count()))
    }

    /// "1 worse, 2 added, 40 same".
    pub(crate) fn summary(&self) -> String {
        let counts = self.counts().filter(|(_, count)| *count > 0);
        let mut parts = counts.map(|(status, count)| format!("{count} {}", status.label()));
        match parts.join(", ") {
            none if none.is_empty() => "no kernels".to_owned(),
            summary => summary,
        }
    }

    /// The exit code.
    pub(crate) fn code(&self) -> u8 {
        exit_code(self.is_troubled, self.fails())
    }

    /// Returns `true` if a kernel fails, or if there was nothing to compare.
    pub(crate) fn fails(&self) -> bool {
        self.is_blind || self.all.iter().any(|difference| difference.fails)
    }

    /// The kernels that an update writes. A worse kernel is written with the reason `accept`; without one, it stays as it
    /// was.
    pub(crate) fn kernels_to_write(&self, accept: Option<&str>) -> Vec<Kernel> {
        let kernels = self.all.iter().filter_map(|difference| {
            let old = difference.old.as_ref();
            let mut reason = old.map(|old| old.reason.clone()).unwrap_or_default();
            let is_refused = difference.is_refused();
            if is_refused && let Some(accept) = accept {
                reason.was = Some(was(difference, reason.was));
                reason.accept = Some(accept.to_owned());
            } else if is_refused {
                return old.cloned();
            } else if difference.status == Status::Accepted {
                reason.was = Some(was(difference, None));
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

    /// Returns `true` if an update leaves a worse kernel as it was, because no reason is given.
    pub(crate) fn is_refused(&self, accept: Option<&str>) -> bool {
        accept.is_none() && self.all.iter().any(Difference::is_refused)
    }
}

/// Renames the library of the old kernels as in the new ones, if each build has only one.
fn rename_library(old: &mut [Kernel], new: &[Kernel]) {
    let mut old_libraries = old.iter().map(|kernel| &kernel.library);
    let mut new_libraries = new.iter().map(|kernel| &kernel.library);
    if old_libraries.all_equal()
        && let Ok(library) = new_libraries.all_equal_value()
    {
        for kernel in old {
            kernel.library = Rc::clone(library);
        }
    }
}

/// The metrics that got worse, as they were before.
fn was(difference: &Difference, older: Option<Row>) -> Row {
    let worse = difference
        .changes
        .iter()
        .filter(|change| change.verdict == Status::Worse);
    let was = worse.map(|change| (change.figure.key, change.old.clone()));
    older.unwrap_or_default().with_row(was.collect())
}

/// The difference with its verdict.
fn judged(mut difference: Difference, compares: bool, rules: &Rules) -> Difference {
    let (old, new) = (&difference.old, &difference.new);
    if let Some(new) = new {
        difference.breaches = rules.breaches(new);
    }
    let is_over_now = !difference.breaches.is_empty();
    if let (Some(old), Some(new)) = (old, new) {
        difference.changes = changes(old, new, rules.code_growth(new));
        // This change is not to blame for a breach that was there before.
        let is_of_change = |breach: &Breach| breach.figure.value(old) != breach.figure.value(new);
        difference.breaches.retain(is_of_change);
    }
    let reason = old.as_ref().map(|old| &old.reason);
    difference.status = status(&difference, compares);
    difference.fails = match difference.status {
        Status::Worse | Status::OverBudget => true,
        Status::Better | Status::Changed | Status::Added | Status::Removed => rules.is_ratchet,
        Status::Accepted | Status::CodeSize | Status::Same => false,
    };
    if let (Some(reason), Some(new)) = (reason, new)
        && let Some(accept) = &reason.accept
        && !is_over_now
        && difference.status != Status::Accepted
        && !is_worse_than_before(reason, new)
    {
        difference.remark = Some(format!(
            "the reason of `{}` ({}) is no longer needed: \"{accept}\"; `--update` removes it",
            new.name.full, new.target
        ));
    }
    difference
}

/// The status of a kernel, from its changes and breaches.
fn status(difference: &Difference, compares: bool) -> Status {
    // A reason that has its figures from before is about another change.
    let reason = difference.old.as_ref().map(|old| &old.reason);
    let is_excused = reason.is_some_and(|old| old.accept.is_some() && old.was.is_none());
    let changes = &difference.changes;
    let is_any = |verdict| changes.iter().any(|change| change.verdict == verdict);
    let is_worse = is_any(Status::Worse);
    let is_over = !difference.breaches.is_empty();
    let is_only_code = || changes.iter().all(|change| change.figure.key == CODE_BYTES);
    match (&difference.old, &difference.new) {
        (Some(_), None) => Status::Removed,
        _ if is_excused && (is_worse || is_over) => Status::Accepted,
        _ if is_worse => Status::Worse,
        _ if is_over => Status::OverBudget,
        (None, _) if compares => Status::Added,
        _ if is_any(Status::Better) => Status::Better,
        _ if difference.is_guessed || !is_only_code() => Status::Changed,
        _ if !changes.is_empty() => Status::CodeSize,
        _ => Status::Same,
    }
}

/// Returns `true` if a kernel is still worse than it was before the reason.
fn is_worse_than_before(reason: &Reason, kernel: &Kernel) -> bool {
    METRICS.iter().any(|metric| {
        let was = reason
            .was
            .as_ref()
            .map_or(&Cell::Unknown, |was| was.get(metric.key));
        verdict(metric, was, metric.value(kernel), Some(0)) == Status::Worse
    })
}

/// A count of kernels, and the bytes of their code.
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

/// The device memory that the largest stack of a target reserves on a GPU.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Stack {
    pub(crate) target: String,
    pub(crate) device: &'static str,
    /// Bytes, before and after; `None` if no stack is known.
    pub(crate) old_bytes: Option<u64>,
    pub(crate) new_bytes: Option<u64>,
}

/// The sums of both sets.
#[derive(Clone, Debug, Default)]
pub(crate) struct Totals {
    /// Every library.
    pub(crate) libraries: Vec<Total>,
    /// Every template with several instances.
    pub(crate) templates: Vec<Total>,
    /// Every target with a device that is known.
    pub(crate) stacks: Vec<Stack>,
}

impl Totals {
    fn new(old: &[Kernel], new: &[Kernel]) -> Self {
        let mut libraries: BTreeMap<String, [Count; 2]> = BTreeMap::new();
        let mut templates: BTreeMap<String, [Count; 2]> = BTreeMap::new();
        let mut stacks: BTreeMap<String, [Option<u32>; 2]> = BTreeMap::new();
        for (side, kernels) in [old, new].into_iter().enumerate() {
            for kernel in kernels {
                let (library, template) = (kernel.library.to_string(), template(&kernel.name.full));
                for count in [libraries.entry(library), templates.entry(template)] {
                    let count = &mut count.or_default()[side];
                    count.kernels += 1;
                    count.code_bytes += kernel.figures.number(CODE_BYTES).unwrap_or(0);
                }
                let stack = &mut stacks.entry(kernel.target.to_string()).or_default()[side];
                *stack = (*stack).max(kernel.figures.number(Figure::Stack));
            }
        }
        templates.retain(|_, counts| counts.iter().any(|count| count.kernels > 1));
        let reservation = |(target, [old, new]): (String, [Option<u32>; 2])| {
            let device = best_known(compute_capability(&target).ok()?)?;
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
            templates: templates.into_iter().map(total).collect(),
            stacks: stacks.into_iter().filter_map(reservation).collect(),
        }
    }
}
