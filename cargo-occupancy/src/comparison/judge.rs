//! Judges each kernel of two sets.

use std::collections::{BTreeMap, BTreeSet};

use super::difference::{Difference, Status, Verdict, changes};
use super::pairs::pairs;
use super::totals::Totals;
use crate::baseline::{
    Baseline, Better, Breach, Budgets, Collected, Entry, Figure, Kernel, Place, Written,
};

/// What kernels are checked against.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rules {
    pub(crate) budgets: Budgets,
    /// Every difference from the baseline fails, even a better kernel.
    pub(crate) is_ratchet: bool,
}

/// A remark that fails nothing.
#[derive(Clone, Debug)]
pub(crate) struct Remark {
    pub(crate) text: String,
    pub(crate) place: Option<Place>,
}

/// How many kernels have each status.
#[derive(Clone, Debug, Default)]
pub(crate) struct Summary(BTreeMap<Status, usize>);

/// Two sets of kernels, compared.
#[derive(Debug)]
pub(crate) struct Comparison {
    /// Every kernel once: the most important first, and by name.
    pub(crate) all: Vec<Difference>,
    pub(crate) totals: Totals,
    pub(crate) toolkits: [BTreeSet<String>; 2],
    pub(crate) remarks: Vec<Remark>,
    /// Reasons that are no longer needed, by the number of their entries.
    unneeded: BTreeSet<usize>,
    /// Whether there was nothing to look at.
    is_blind: bool,
}

impl Summary {
    pub(crate) fn of(&self, status: Status) -> usize {
        self.0.get(&status).copied().unwrap_or(0)
    }

    /// "1 worse, 2 added, 40 same".
    pub(crate) fn words(&self) -> String {
        let counts = self.0.iter();
        let words: Vec<_> = counts
            .map(|(status, count)| format!("{count} {}", status.words()))
            .collect();
        if words.is_empty() {
            "no kernels".to_owned()
        } else {
            words.join(", ")
        }
    }
}

impl Comparison {
    /// Two sets; entries of a baseline are the old one.
    pub(crate) fn new(
        old: &Collected,
        new: Collected,
        entries: &[(usize, Entry)],
        rules: &Rules,
    ) -> Self {
        let totals = Totals::of(&old.kernels, &new.kernels);
        let toolkits = [old.toolkits.clone(), new.toolkits];
        let path = old.baseline.as_ref().map(|baseline| baseline.path.clone());
        let mut comparison = Self {
            all: Vec::new(),
            totals,
            toolkits,
            remarks: Vec::new(),
            unneeded: BTreeSet::new(),
            // Without the ratchet, nothing is worse than what was not there.
            is_blind: new.kernels.is_empty() || !rules.is_ratchet && old.kernels.is_empty(),
        };
        for pair in pairs(&old.kernels, &new.kernels) {
            let entry = pair.old.and_then(|number| entries.get(number));
            let place = entry.zip(path.clone()).map(|((_, entry), path)| Place {
                path,
                line: entry.line,
            });
            let mut difference = Difference {
                status: Status::Same,
                old: pair.old.map(|number| old.kernels[number].clone()),
                new: pair.new.map(|number| new.kernels[number].clone()),
                is_guessed: pair.is_guessed,
                changes: Vec::new(),
                breaches: Vec::new(),
                accept: entry.and_then(|(_, entry)| entry.accept.clone()),
                fails: false,
                place,
                entry: entry.map(|(number, _)| *number),
            };
            judge(&mut difference, entry.map(|(_, entry)| entry), rules);
            comparison.reason(&difference, entry, &rules.budgets);
            comparison.all.push(difference);
        }
        comparison.sort();
        comparison
    }

    /// Kernels and budgets, with nothing to compare with.
    pub(crate) fn of_budgets(new: Collected, budgets: &Budgets) -> Self {
        let mut comparison = Self {
            all: Vec::new(),
            totals: Totals::default(),
            toolkits: [BTreeSet::new(), new.toolkits],
            remarks: Vec::new(),
            unneeded: BTreeSet::new(),
            is_blind: new.kernels.is_empty(),
        };
        for kernel in new.kernels {
            let breaches = budgets.breaches(&kernel);
            let is_over = !breaches.is_empty();
            comparison.all.push(Difference {
                status: if is_over {
                    Status::OverBudget
                } else {
                    Status::Same
                },
                old: None,
                new: Some(kernel),
                is_guessed: false,
                changes: Vec::new(),
                breaches,
                accept: None,
                fails: is_over,
                place: None,
                entry: None,
            });
        }
        comparison.sort();
        comparison
    }

    fn sort(&mut self) {
        self.all.sort_by(|a, b| {
            let key = |difference: &Difference| (!difference.fails, difference.status);
            key(a)
                .cmp(&key(b))
                .then_with(|| a.kernel().key().cmp(&b.kernel().key()))
        });
    }

    /// The kernels with a remark.
    pub(crate) fn differences(&self) -> impl Iterator<Item = &Difference> {
        self.all
            .iter()
            .filter(|difference| difference.status != Status::Same)
    }

    pub(crate) fn summary(&self) -> Summary {
        let mut summary = Summary::default();
        for difference in &self.all {
            *summary.0.entry(difference.status).or_insert(0) += 1;
        }
        summary
    }

    /// What nothing was looked at for has not passed.
    pub(crate) fn fails(&self) -> bool {
        self.is_blind || self.all.iter().any(|difference| difference.fails)
    }

    /// Reports a reason that is no longer needed.
    fn reason(
        &mut self,
        difference: &Difference,
        entry: Option<&(usize, Entry)>,
        budgets: &Budgets,
    ) {
        let Some((number, entry)) = entry else {
            return;
        };
        let (Some(reason), Some(kernel)) = (&entry.accept, &difference.new) else {
            return;
        };
        let is_needed = difference.status == Status::Accepted
            || !budgets.breaches(kernel).is_empty()
            || entry.before.as_ref().is_some_and(|before| {
                let is_worse = |figure: &Figure| match (figure.of(kernel), before.get(figure.key()))
                {
                    (Some(now), Some(&was)) => is_worse_than(*figure, now, was),
                    _ => false,
                };
                Figure::ALL.iter().any(is_worse)
            });
        if !is_needed {
            self.unneeded.insert(*number);
            self.remarks.push(Remark {
                text: format!(
                    "the reason of `{}` ({}) is no longer needed: \"{reason}\"; `--update` removes it",
                    kernel.name, kernel.target
                ),
                place: difference.place.clone(),
            });
        }
    }

    /// What to write down: with a reason, also worse kernels. A kernel that is not accepted stays as it is.
    pub(crate) fn written(&self, entries: &[Entry], accept: Option<&str>) -> Vec<Written> {
        let mut kernels = Vec::new();
        for difference in &self.all {
            let entry = difference.entry.and_then(|number| entries.get(number));
            let (old_accept, old_before) = match entry {
                Some(entry) => (entry.accept.clone(), entry.before.clone()),
                None => (None, None),
            };
            let is_refused = matches!(difference.status, Status::Worse | Status::OverBudget);
            let reason = accept.filter(|_| is_refused);
            let (kernel, accept, before) = match (&difference.new, &difference.old) {
                (Some(new), _) if reason.is_some() => {
                    let before = before(difference, old_before);
                    (new, reason.map(str::to_owned), Some(before))
                }
                (Some(new), _) if difference.status == Status::Accepted => {
                    (new, old_accept, Some(before(difference, None)))
                }
                (_, Some(old)) if is_refused => (old, old_accept, old_before),
                (Some(_), None) if is_refused => continue,
                (Some(new), _) => {
                    let is_unneeded = difference
                        .entry
                        .is_some_and(|number| self.unneeded.contains(&number));
                    if is_unneeded {
                        (new, None, None)
                    } else {
                        (new, old_accept, old_before)
                    }
                }
                (None, _) => continue,
            };
            kernels.push(Written {
                kernel: kernel.clone(),
                entry: difference.entry,
                accept,
                before,
            });
        }
        kernels
    }

    /// Whether an update leaves a kernel as it is, because it has no reason.
    pub(crate) fn is_refused(&self, accept: Option<&str>) -> bool {
        let is_refused = |difference: &Difference| {
            matches!(difference.status, Status::Worse | Status::OverBudget)
        };
        accept.is_none() && self.all.iter().any(is_refused)
    }
}

/// The figures that got worse, as they were.
fn before(difference: &Difference, older: Option<BTreeMap<String, f64>>) -> BTreeMap<String, f64> {
    let mut before = older.unwrap_or_default();
    for change in &difference.changes {
        if change.verdict == Verdict::Worse
            && let Some(was) = change.old.as_ref().and_then(serde_json::Value::as_f64)
        {
            before.entry(change.key.to_owned()).or_insert(was);
        }
    }
    before
}

#[allow(
    clippy::cast_precision_loss,
    reason = "figures of a kernel are far below"
)]
fn is_worse_than(figure: Figure, now: u64, was: f64) -> bool {
    let now = match figure {
        Figure::Occupancy => now as f64 / 10.0,
        _ => now as f64,
    };
    match figure.better() {
        Better::More => now < was,
        Better::Less => now > was,
        // Only a budget of growth makes it worse.
        Better::Neither => figure == Figure::CodeBytes && now > was,
    }
}

fn judge(difference: &mut Difference, entry: Option<&Entry>, rules: &Rules) {
    let budgets = &rules.budgets;
    match (&difference.old, &difference.new) {
        (Some(old), Some(new)) => {
            difference.changes = changes(old, new, budgets.code_growth(new));
            // This change is not to blame for what a kernel had before.
            let is_of_change = |breach: &Breach| breach.figure.of(old) != breach.figure.of(new);
            difference.breaches = budgets.breaches(new);
            difference.breaches.retain(is_of_change);
        }
        (None, Some(new)) => difference.breaches = budgets.breaches(new),
        _ => {}
    }
    // A reason that has its figures from before is about another change.
    let is_excused = entry.is_some_and(|entry| entry.accept.is_some() && entry.before.is_none());
    let has = |verdict| {
        let mut changes = difference.changes.iter();
        changes.any(|change| change.verdict == verdict)
    };
    let is_only_code = difference
        .changes
        .iter()
        .all(|change| change.key == Figure::CodeBytes.key());
    let is_over = !difference.breaches.is_empty();
    difference.status = match (&difference.old, &difference.new) {
        (Some(_), None) => Status::Removed,
        _ if is_excused && (has(Verdict::Worse) || is_over) => Status::Accepted,
        _ if has(Verdict::Worse) => Status::Worse,
        _ if is_over => Status::OverBudget,
        (None, _) => Status::Added,
        _ if has(Verdict::Better) => Status::Better,
        _ if difference.is_guessed || !is_only_code => Status::Changed,
        _ if !difference.changes.is_empty() => Status::CodeSize,
        _ => Status::Same,
    };
    difference.fails = match difference.status {
        Status::Worse | Status::OverBudget => true,
        Status::Better | Status::Changed | Status::Added | Status::Removed => rules.is_ratchet,
        Status::Accepted | Status::CodeSize | Status::Same => false,
    };
}

impl Baseline {
    /// The entries of the selected kernels, with their numbers, and their kernels.
    pub(crate) fn chosen(&self, keeps: impl Fn(&Kernel) -> bool) -> Vec<(usize, Entry)> {
        let entries = self.entries.iter().cloned().enumerate();
        entries.filter(|(_, entry)| keeps(&entry.kernel)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Comparison, Rules};
    use crate::baseline::{Budget, Budgets, Collected, Entry, Kernel, kernel};
    use crate::comparison::Status;

    fn collected(kernels: Vec<Kernel>) -> Collected {
        Collected {
            kernels,
            ..Collected::default()
        }
    }

    fn ratchet() -> Rules {
        Rules {
            is_ratchet: true,
            ..Rules::default()
        }
    }

    /// A kernel against an entry.
    fn judged(
        old: Kernel,
        new: Kernel,
        entry: impl FnOnce(&mut Entry),
        rules: &Rules,
    ) -> Comparison {
        let mut stated = Entry {
            kernel: old.clone(),
            accept: None,
            before: None,
            line: 1,
        };
        entry(&mut stated);
        Comparison::new(
            &collected(vec![old]),
            collected(vec![new]),
            &[(0, stated)],
            rules,
        )
    }

    fn with(change: impl FnOnce(&mut Kernel)) -> Kernel {
        let mut kernel = kernel("f()");
        change(&mut kernel);
        kernel
    }

    #[test]
    fn each_figure_gets_worse_in_its_direction() {
        type Change = fn(&mut Kernel);
        let cases: [(Change, Status); 10] = [
            (|_| {}, Status::Same),
            (|kernel| kernel.registers = Some(73), Status::Worse),
            (|kernel| kernel.registers = Some(71), Status::Better),
            (|kernel| kernel.stack = Some(17), Status::Worse),
            (
                |kernel| kernel.static_shared_memory = Some(1),
                Status::Worse,
            ),
            (|kernel| kernel.barriers = Some(1), Status::Worse),
            (
                |kernel| kernel.occupancy_percent = Some(25.0),
                Status::Worse,
            ),
            (
                |kernel| kernel.occupancy_percent = Some(50.0),
                Status::Better,
            ),
            // Nothing was known to compare with.
            (
                |kernel| kernel.spill_instructions = Some(9),
                Status::Changed,
            ),
            (|kernel| kernel.code_bytes = Some(5000), Status::CodeSize),
        ];
        for (at, (change, status)) in cases.into_iter().enumerate() {
            let comparison = judged(kernel("f()"), with(change), |_| {}, &ratchet());
            assert_eq!(comparison.all[0].status, status, "{at}");
            let is_silent = matches!(status, Status::Same | Status::CodeSize);
            assert_eq!(comparison.fails(), !is_silent, "{at}");
            // Without the ratchet, only worse kernels fail.
            let compared = judged(kernel("f()"), with(change), |_| {}, &Rules::default());
            assert_eq!(compared.fails(), status == Status::Worse, "{at}");
        }
    }

    #[test]
    fn worse_outweighs_better() {
        let mixed = with(|kernel| {
            kernel.registers = Some(40);
            kernel.stack = Some(80);
        });
        let comparison = judged(kernel("f()"), mixed, |_| {}, &ratchet());
        assert_eq!(comparison.all[0].status, Status::Worse);
    }

    #[test]
    fn blocks_of_another_size_are_judged_by_occupancy() {
        let larger = with(|kernel| {
            kernel.block = Some((384, 1, 1));
            kernel.max_block = Some((384, 1, 1));
            kernel.blocks_per_sm = Some(2);
        });
        let comparison = judged(kernel("f()"), larger, |_| {}, &ratchet());
        assert_eq!(comparison.all[0].status, Status::Changed);
    }

    #[test]
    fn code_may_grow_as_far_as_a_budget_says() {
        let mut rules = ratchet();
        rules.budgets.of_file = vec![Budget {
            max_code_growth: Some(10),
            ..Budget::default()
        }];
        let grown = |bytes| with(|kernel| kernel.code_bytes = Some(bytes));
        for (bytes, status) in [(1100, Status::CodeSize), (1101, Status::Worse)] {
            let comparison = judged(kernel("f()"), grown(bytes), |_| {}, &rules);
            assert_eq!(comparison.all[0].status, status);
        }
    }

    #[test]
    fn budgets_are_about_what_a_change_makes_of_a_kernel() {
        let rules = Rules {
            budgets: Budgets {
                of_file: vec![Budget {
                    max_registers: Some(64),
                    ..Budget::default()
                }],
                of_arguments: Budget::default(),
            },
            is_ratchet: true,
        };
        // It was over the budget before.
        let untouched = judged(kernel("f()"), kernel("f()"), |_| {}, &rules);
        assert!(!untouched.fails());
        let other = judged(
            kernel("f()"),
            with(|kernel| kernel.stack = Some(8)),
            |_| {},
            &rules,
        );
        assert_eq!(other.all[0].status, Status::Better);
        let fewer = judged(
            kernel("f()"),
            with(|kernel| kernel.registers = Some(70)),
            |_| {},
            &rules,
        );
        assert_eq!(fewer.all[0].status, Status::OverBudget);
        let added = Comparison::new(
            &Collected::default(),
            collected(vec![kernel("g()")]),
            &[],
            &rules,
        );
        assert_eq!(added.all[0].status, Status::OverBudget);
    }

    #[test]
    fn a_reason_excuses_one_change() {
        let worse = || with(|kernel| kernel.registers = Some(80));
        let accept = |entry: &mut Entry| entry.accept = Some("measured".to_owned());
        let accepted = judged(kernel("f()"), worse(), accept, &ratchet());
        assert_eq!(accepted.all[0].status, Status::Accepted);
        assert!(!accepted.fails() && accepted.remarks.is_empty());
        let written = accepted.written(&[], None);
        assert_eq!(written[0].kernel.registers, Some(80));
        assert_eq!(
            written[0].before,
            Some([("registers".to_owned(), 72.0)].into())
        );

        // Written down, it excuses no further change.
        let spent = |entry: &mut Entry| {
            accept(entry);
            entry.before = Some([("registers".to_owned(), 72.0)].into());
        };
        let same = judged(worse(), worse(), spent, &ratchet());
        assert_eq!(same.all[0].status, Status::Same);
        assert!(same.remarks.is_empty());
        let again = judged(
            worse(),
            with(|kernel| kernel.registers = Some(88)),
            spent,
            &ratchet(),
        );
        assert_eq!(again.all[0].status, Status::Worse);
        assert!(again.is_refused(None) && !again.is_refused(Some("measured again")));

        // Once it is as before, or nothing got worse, it is no longer needed.
        let back = judged(
            worse(),
            with(|kernel| kernel.registers = Some(72)),
            spent,
            &ratchet(),
        );
        assert_eq!(
            (back.all[0].status, back.remarks.len()),
            (Status::Better, 1)
        );
        let idle = judged(kernel("f()"), kernel("f()"), accept, &ratchet());
        assert_eq!((idle.all[0].status, idle.remarks.len()), (Status::Same, 1));
    }
}
