//! The difference of one kernel between two builds, and the verdict on it.

use std::rc::Rc;

use clap::ValueEnum;
use itertools::Itertools;
use occupancy_core::Occupancy;
use occupancy_core::gpu::Words;
use occupancy_core::kernel::{Better, Figure};
use occupancy_report::calculator::{Cell, Key};
use occupancy_report::worded;
use serde::Serialize;

use super::matching::{Apart, MatchedBy};
use crate::baseline::{Breach, Fails, Kind, Rules};
use crate::build::{Kernel, METRICS, Metric, words};
use crate::selection::arch;

/// Warps that the registers of an SM hold, whatever the block is.
static WARPS_BY_REGISTERS: Metric = Metric {
    key: Key::WarpsPerSm,
    label: "warps per SM at most",
    better: Better::More,
    budget: None,
};

/// A metric that differs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Change {
    pub(crate) figure: &'static Metric,
    pub(crate) old: Cell,
    pub(crate) new: Cell,
    /// Worse, better, or changed: if neither value is better, or not by enough.
    pub(crate) verdict: Status,
}

/// The verdict on a kernel, the most important first. JSON and SARIF have the names, and SARIF also the words below.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ValueEnum,
)]
#[serde(rename_all = "snake_case")]
#[value(rename_all = "snake_case")]
pub(crate) enum Status {
    /// The kernel lost blocks per SM, spills more registers, or needs more stack.
    Worse,
    /// The kernel breaks a budget.
    OverBudget,
    /// The kernel is worse, for a reason that the baseline states.
    Accepted,
    /// The kernel is better than before.
    Better,
    /// The kernel has other figures or launch bounds, and lost nothing.
    Changed,
    /// The kernel is new.
    Added,
    /// The kernel is gone.
    Removed,
    /// The kernel is the same.
    #[default]
    Same,
}

/// The name and the words of its documentation: `over_budget`, and "The kernel breaks a budget.".
pub(crate) fn name_and_help(value: &impl ValueEnum) -> (String, String) {
    let value = value.to_possible_value().unwrap_or_default();
    let help = value.get_help().unwrap_or_default();
    (value.get_name().to_owned(), format!("{help}."))
}

impl Status {
    /// The name in JSON: `over_budget`.
    pub(crate) fn key(self) -> String {
        name_and_help(&self).0
    }
}

/// One kernel of both sets, or of one of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Difference {
    pub(crate) status: Status,
    pub(crate) old: Option<Kernel>,
    pub(crate) new: Option<Kernel>,
    pub(crate) by: MatchedBy,
    pub(crate) changes: Vec<Change>,
    pub(crate) breaches: Vec<Breach>,
    /// `true` if the command fails for it.
    pub(crate) fails: bool,
    /// `true` if the baseline has a reason that the kernel no longer needs.
    pub(super) is_unneeded: bool,
    /// The other build has nothing of its library or its target.
    pub(crate) apart: Option<Apart>,
}

impl Difference {
    /// Judges a kernel by these rules. Without old kernels, `compares` is `false`, and only budgets count.
    pub(super) fn new(
        [old, new]: [Option<&Kernel>; 2],
        by: MatchedBy,
        compares: bool,
        rules: &Rules,
        is_excused: bool,
    ) -> Self {
        let mut all = Self {
            old: old.cloned(),
            new: new.cloned(),
            by,
            ..Self::default()
        };
        let fails = rules.fails(all.kernel());
        if let Some(new) = new {
            all.breaches = rules.breaches(new);
        }
        if let (Some(old), Some(new)) = (old, new) {
            all.changes = changes(old, new, fails.is_any, rules.code_growth(new));
            // This change is not to blame for a breach that was there before, and is not larger.
            all.breaches.retain(|breach| breach.is_larger(old, new));
        }
        all.status = all.judged(compares, is_excused);
        all.is_unneeded = all.is_as_before(fails.is_any);
        // A budget counts whatever the kernel was called.
        all.fails = all.fails_by(fails) && (!by.is_guess() || all.is_over());
        all
    }

    fn judged(&self, compares: bool, is_excused: bool) -> Status {
        let is_excused = is_excused || self.has_reason();
        let is_any = |verdict| self.changes.iter().any(|change| change.verdict == verdict);
        let (is_worse, is_over) = (is_any(Status::Worse), self.is_over());
        match (&self.old, &self.new) {
            (Some(_), None) => Status::Removed,
            _ if is_excused && (is_worse || is_over) => Status::Accepted,
            _ if is_worse => Status::Worse,
            _ if is_over => Status::OverBudget,
            (None, _) if compares => Status::Added,
            _ if is_any(Status::Better) => Status::Better,
            _ if !self.changes.is_empty() => Status::Changed,
            _ => Status::Same,
        }
    }

    /// Returns `true` if a kernel with a reason is not worse than before that, and needs none.
    fn is_as_before(&self, is_strict: bool) -> bool {
        let (Some(old), Some(new), Some(_)) = (&self.old, &self.new, self.accept()) else {
            return false;
        };
        if self.status == Status::Accepted || self.is_over() {
            return false;
        }
        let was = old.reason.was.clone().unwrap_or_default();
        let before = Kernel {
            figures: Rc::new(was.with_row((*old.figures).clone())),
            ..old.clone()
        };
        let changes = changes(&before, new, is_strict, None);
        changes.iter().all(|change| change.verdict != Status::Worse)
    }

    fn fails_by(&self, fails: &Fails) -> bool {
        let is_loss = |change: &Change| match change.kind() {
            Some(kind) => fails.kinds.contains(&kind),
            // The growth of code has a limit of its own.
            None => !fails.kinds.is_empty(),
        };
        match self.status {
            Status::Accepted | Status::Same => false,
            _ if fails.is_any => true,
            _ if fails.kinds.is_empty() => false,
            _ => self.is_over() || self.of(Status::Worse).any(is_loss),
        }
    }

    fn is_over(&self) -> bool {
        !self.breaches.is_empty() || !self.exceeded().is_empty()
    }

    /// How compiled kernels break what this one declares.
    fn exceeded(&self) -> &[String] {
        self.new.as_ref().map_or(&[], |new| &new.exceeded)
    }

    /// The kernel as it is now, or as it was.
    pub(crate) fn kernel(&self) -> &Kernel {
        let either = self.new.as_ref().or(self.old.as_ref());
        either.expect("a difference is of a kernel")
    }

    /// The sort key of differences: failures first, then the most important.
    pub(super) fn order(&self) -> impl Ord {
        (!self.fails, self.status, self.kernel().key())
    }

    /// Returns `true` if an update writes the kernel only with a reason.
    pub(super) fn is_refused(&self) -> bool {
        self.fails && matches!(self.status, Status::Worse | Status::OverBudget)
    }

    /// Returns `true` if its row has a reason for this change. One that has its figures from before is about another.
    pub(super) fn has_reason(&self) -> bool {
        let reason = self.old.as_ref().map(|old| &old.reason);
        reason.is_some_and(|reason| reason.accept.is_some() && reason.was.is_none())
    }

    /// The reason in the baseline why the kernel may be worse.
    pub(crate) fn accept(&self) -> Option<&str> {
        self.old.as_ref()?.reason.accept.as_deref()
    }

    /// The worst that befell the kernel: `spills`, `stack`, `blocks`, `budget`, or its status.
    pub(crate) fn kind(&self) -> String {
        let worse = self.of(Status::Worse).filter_map(Change::kind).min();
        match worse {
            Some(kind) => format!("{kind:?}").to_lowercase(),
            None if !self.exceeded().is_empty() => "declared".to_owned(),
            None if self.is_over() => "budget".to_owned(),
            None => self.status.key(),
        }
    }

    fn of(&self, verdict: Status) -> impl Iterator<Item = &Change> {
        let changes = self.changes.iter();
        changes.filter(move |change| change.verdict == verdict)
    }

    /// How much worse it is, for the order of what is shown.
    pub(super) fn weight(&self) -> u64 {
        let weights = self.of(Status::Worse).map(|change| {
            let [old, new] = [&change.old, &change.new].map(|cell| cell.size().unwrap_or(0));
            let weight = match change.kind() {
                // In percent of what there was.
                Some(Kind::Blocks) => old.saturating_sub(new) * 100 / old.max(1),
                Some(Kind::Spills) if old == 0 => (20 + new).min(100),
                Some(Kind::Spills) => (new.saturating_sub(old) / 2).min(100),
                _ => (new.saturating_sub(old) / 16).min(50),
            };
            u64::try_from(weight).unwrap_or(u64::MAX)
        });
        weights.fold(self.breaches.len() as u64, u64::saturating_add)
    }

    /// What happened, in one line: "spills 0 → 20, but blocks per SM 6 → 8".
    pub(crate) fn change(&self) -> String {
        let is_said = |it: &&Change| it.verdict == Status::Changed && self.is_said(it);
        let vendor = words([self.kernel()]);
        let changed = |verdict| {
            // The registers before are the cause of lost blocks, which come first.
            let changes = self.of(verdict).filter(|it| !is_said(it));
            let changes = changes.sorted_by_key(|it| it.kind() != Some(Kind::Blocks));
            changes.map(|it| it.words(vendor)).collect_vec()
        };
        let [mut worse, better, mut other] =
            [Status::Worse, Status::Better, Status::Changed].map(changed);
        worse.extend(self.breaches.iter().map(|it| it.description(vendor)));
        let attribute = self.kernel().attribute.iter();
        let exceeded = attribute.cartesian_product(self.exceeded());
        worse.extend(exceeded.map(|((file, line), how)| format!("{file}:{line}: {how}")));
        if self.changes.is_empty() && worse.is_empty() {
            return description(self.kernel());
        }
        if worse.is_empty() {
            return better.into_iter().chain(other).join(", ");
        }
        // The registers of a lost step are its cause.
        let mut lost = self.of(Status::Worse);
        let mut causes = String::new();
        if lost.any(|it| it.kind() == Some(Kind::Blocks)) && !other.is_empty() {
            causes = std::mem::take(&mut other).join(", ") + ": ";
        }
        if self.cap().is_some() {
            other.clear();
        }
        worse.extend(other);
        let but = if better.is_empty() { "" } else { ", but " };
        format!("{causes}{}{but}{}", worse.join(", "), better.join(", "))
    }

    /// Returns `true` if a broken limit states the figure, or a launch bound the same block.
    fn is_said(&self, change: &Change) -> bool {
        let key = change.figure.key;
        let mut bounds = self.changes.iter().filter(|it| it.figure.is_bound());
        let is_bound =
            |it: &Change| key == Key::Block && it.figure.key != key && it.new == change.new;
        bounds.any(is_bound) || self.breaches.iter().any(|it| it.figure.key == key)
    }

    /// What became worse and better, without the figures, in the words of the vendor.
    pub(super) fn shape(&self) -> String {
        let labels = |verdict| self.of(verdict).map(|it| it.figure.label).join(", ");
        let [worse, better] = [Status::Worse, Status::Better].map(labels);
        let breaches = self.breaches.iter().map(|it| it.figure.label).join(", ");
        let labels = format!("{worse}; {breaches}; {better}");
        worded(&labels, words([self.kernel()]))
    }

    /// Why it happened, as far as the code says: "registers are capped 40 → 32".
    pub(crate) fn because(&self) -> Option<String> {
        let (old, new) = self.cap()?;
        let by = "launch bounds or --maxrregcount";
        Some(format!("registers are capped {old} → {new} ({by})"))
    }

    /// The registers before and after, if a limit of the compiler took some of them.
    fn cap(&self) -> Option<(u32, u32)> {
        let [old, new] = [self.old.as_ref()?, self.new.as_ref()?];
        let registers = |kernel: &Kernel| kernel.figures.number::<u32>(Figure::Registers);
        let (was, is) = (registers(old)?, registers(new)?);
        let cap = new.register_cap?;
        (self.status == Status::Worse && is < was && cap < was).then_some((was, is))
    }

    /// The change with its cause and its reason, for one sentence.
    pub(crate) fn words(&self) -> String {
        let because = self.because().map(|because| format!(", because {because}"));
        let reason = self.accept().filter(|_| self.status == Status::Accepted);
        let accepted = reason.map(|reason| format!("; accepted: {reason}"));
        let parts = [Some(self.change()), because, accepted];
        parts.into_iter().flatten().collect()
    }
}

/// The kind that the rules count a metric as.
fn kind(key: Key) -> Option<Kind> {
    Some(match key {
        Key::Figure(Figure::SpillInstructions | Figure::SpilledVgprs) => Kind::Spills,
        Key::Figure(Figure::Stack) => Kind::Stack,
        Key::Figure(Figure::BlocksPerSm) | Key::OccupancyPercent | Key::WarpsPerSm => Kind::Blocks,
        _ => return None,
    })
}

impl Change {
    fn kind(&self) -> Option<Kind> {
        kind(self.figure.key)
    }

    /// "registers 64 → 66", in the words of a vendor.
    fn words(&self, vendor: Words) -> String {
        let [old, new] = [&self.old, &self.new].map(|value| self.figure.display(value));
        format!("{} {old} → {new}", worded(self.figure.label, vendor))
    }
}

/// "registers 72, blocks per SM 3".
fn description(kernel: &Kernel) -> String {
    let is_said = |metric: &&Metric| match (metric.key, metric.value(kernel)) {
        (Key::OccupancyPercent, _) | (_, Cell::Unknown | Cell::Number(0)) => false,
        (key, _) => key != Figure::CodeBytes.into() && !metric.is_bound(),
    };
    let text =
        |metric: &Metric| format!("{} {}", metric.label, metric.display(metric.value(kernel)));
    let texts = METRICS.iter().filter(is_said).map(text).join(", ");
    worded(&texts, words([kernel]))
}

/// The metrics that differ, as far as both are known; strictly, each counts. Code is worse if it grew by more than
/// `code_growth` percent.
fn changes(old: &Kernel, new: &Kernel, is_strict: bool, code_growth: Option<u64>) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut compare = |figure: &'static Metric, [was, is]: [Cell; 2]| {
        let verdict = verdict(figure, [&was, &is], is_strict, code_growth);
        changes.extend(verdict.map(|verdict| Change {
            figure,
            old: was,
            new: is,
            verdict,
        }));
    };
    let step = step(old, new);
    for metric in METRICS.iter().sorted_by_key(|metric| !metric.is_bound()) {
        // Blocks and occupancy are two forms of one figure.
        if kind(metric.key) != Some(Kind::Blocks) || metric.key == step.key {
            let values = [old, new].map(|kernel| metric.value(kernel).clone());
            compare(metric, values);
        }
    }
    if step == &WARPS_BY_REGISTERS {
        let warps = [old, new].map(|kernel| warps_by_registers(kernel).into());
        compare(step, warps);
    }
    changes
}

/// The form of occupancy in which two kernels compare: blocks per SM of the same block, else the ratio; without a block,
/// the warps that registers allow.
fn step(old: &Kernel, new: &Kernel) -> &'static Metric {
    let same = |key: Key| {
        let [old, new] = [old, new].map(|kernel| kernel.figures.get(key));
        [old == new, *old != Cell::Unknown && *new != Cell::Unknown]
    };
    let key = match [same(Figure::BlocksPerSm.into()), same(Key::Block)] {
        [[_, true], [true, _]] => Figure::BlocksPerSm.into(),
        [[_, true], _] => Key::OccupancyPercent,
        _ => return &WARPS_BY_REGISTERS,
    };
    let metric = METRICS.iter().find(|metric| metric.key == key);
    metric.unwrap_or(&WARPS_BY_REGISTERS)
}

/// Warps that the registers of an SM hold; `None` if the target or the registers are not known.
fn warps_by_registers(kernel: &Kernel) -> Option<u32> {
    let sm = arch(&kernel.target)?.multiprocessor();
    let number = |figure| kernel.figures.number(figure);
    let registers = number(Figure::Registers).or_else(|| number(Figure::Vgprs))?;
    // Blocks of one warp; each vendor counts its own registers.
    let one_warp =
        occupancy_core::Kernel::new((sm.warp_size(), 1, 1), registers).with_vgprs(registers);
    let warps = Occupancy::new(sm, &one_warp).ok()?.limits.registers?;
    Some(warps.min(sm.max_warps_per_sm()))
}

/// The verdict on a metric; `None` if it is the same or not known.
fn verdict(
    metric: &Metric,
    [old, new]: [&Cell; 2],
    is_strict: bool,
    code_growth: Option<u64>,
) -> Option<Status> {
    if old == new {
        return None;
    }
    let (Some(was), Some(is)) = (old.size(), new.size()) else {
        // Without launch bounds there are none, which is known.
        return metric.is_bound().then_some(Status::Changed);
    };
    let has_grown = |percent: u64| is * 100 > was * (100 + u128::from(percent));
    let is_loss = |was: u128, is: u128| match kind(metric.key) {
        Some(Kind::Blocks) => is < was,
        // First ones, or a quarter and at least 16 more.
        Some(_) if !is_strict => is > was && (was == 0 || is * 4 >= was * 5 && is - was >= 16),
        _ => is_strict && metric.better == Better::Less && is > was,
    };
    Some(match metric.key {
        Key::Figure(Figure::CodeBytes) if code_growth.is_some_and(has_grown) => Status::Worse,
        Key::Figure(Figure::CodeBytes) => return None,
        _ if is_loss(was, is) => Status::Worse,
        _ if is_loss(is, was) => Status::Better,
        _ => Status::Changed,
    })
}
