//! The difference of one kernel between two sets.

use clap::ValueEnum;
use itertools::Itertools;
use occupancy_core::kernel::{Better, Figure};
use occupancy_report::calculator::{Cell, Key};
use serde::Serialize;

use crate::baseline::Breach;
use crate::build::{Kernel, METRICS, Metric};

/// The metric that differs after every change of the code.
pub(super) const CODE_BYTES: Key = Key::Figure(Figure::CodeBytes);

/// A metric that differs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Change {
    pub(crate) figure: &'static Metric,
    pub(crate) old: Cell,
    pub(crate) new: Cell,
    /// Worse, better, or changed: if neither value is better, or one is not known.
    pub(crate) verdict: Status,
}

/// The verdict on a kernel, the most important first. JSON and SARIF have the names, and SARIF also the words below.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
#[value(rename_all = "snake_case")]
pub(crate) enum Status {
    /// The kernel uses more, or fewer of its warps are resident.
    Worse,
    /// The kernel breaks a budget.
    OverBudget,
    /// The kernel is worse, for a reason that the baseline states.
    Accepted,
    /// The kernel is better than the baseline states.
    Better,
    /// The kernel has other launch bounds, another name, or figures that were not known.
    Changed,
    /// The kernel is not in the baseline.
    Added,
    /// The kernel of the baseline is gone.
    Removed,
    /// Only the size of the kernel's code differs.
    CodeSize,
    /// The kernel is the same.
    #[default]
    Same,
}

impl Status {
    /// The name and the words of its documentation: `over_budget`, and "The kernel breaks a budget.".
    pub(crate) fn name_and_help(self) -> (String, String) {
        let value = self.to_possible_value().unwrap_or_default();
        let help = value.get_help().unwrap_or_default();
        (value.get_name().to_owned(), format!("{help}."))
    }

    /// The name in JSON: `over_budget`.
    pub(crate) fn key(self) -> String {
        self.name_and_help().0
    }

    /// The name for people: `over budget`.
    pub(crate) fn label(self) -> String {
        self.key().replace('_', " ")
    }
}

/// One kernel of both sets, or of one of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Difference {
    pub(crate) status: Status,
    pub(crate) old: Option<Kernel>,
    pub(crate) new: Option<Kernel>,
    /// `true` if the names differ, and the kernels were paired because everything else is equal.
    pub(crate) is_guessed: bool,
    pub(crate) changes: Vec<Change>,
    pub(crate) breaches: Vec<Breach>,
    /// A note that the baseline has a reason that is no longer needed.
    pub(super) remark: Option<String>,
    /// `true` if the command fails for it.
    pub(crate) fails: bool,
}

impl Difference {
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
        matches!(self.status, Status::Worse | Status::OverBudget)
    }

    /// The reason in the baseline why the kernel may be worse.
    pub(crate) fn accept(&self) -> Option<&str> {
        self.old.as_ref()?.reason.accept.as_deref()
    }

    /// The difference in words, a text for each thing to say.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if let (true, Some(old)) = (self.is_guessed, &self.old) {
            lines.push(format!(
                "guessed to be `{}` with another name",
                old.name.full
            ));
        }
        match (&self.old, &self.new) {
            (None, Some(kernel)) | (Some(kernel), None) => lines.push(description(kernel)),
            _ => lines.extend(self.changes.iter().map(|change| self.line(change))),
        }
        for breach in &self.breaches {
            lines.push(format!("over budget: {}", breach.description()));
        }
        if let Some(reason) = self.accept()
            && self.status == Status::Accepted
        {
            lines.push(format!("accepted: {reason}"));
        }
        lines
    }

    fn line(&self, change: &Change) -> String {
        let metric = change.figure;
        let [old, new] = [&change.old, &change.new].map(|value| metric.display(value));
        let mut line = format!("{} {old} → {new}", metric.label);
        if metric.key == Key::OccupancyPercent
            && let block @ Cell::Dims(_) = self.kernel().figures.get(Key::Block)
        {
            line = format!("{line} with blocks of {block} threads");
        }
        line
    }
}

/// "72 registers, 3 blocks per SM, 37.5 % occupancy".
fn description(kernel: &Kernel) -> String {
    let is_said = |metric: &&Metric| match (metric.key, metric.value(kernel)) {
        (_, Cell::Unknown)
        | (Key::Figure(Figure::StaticSharedMemory | Figure::Barriers), _)
        | (Key::Figure(Figure::SpillInstructions | Figure::Stack), Cell::Number(0)) => false,
        _ => !metric.is_bound(),
    };
    let text = |metric: &Metric| {
        let value = metric.value(kernel);
        let singular = metric.label.replace("blocks", "block");
        let noun = match value {
            Cell::Number(1) => singular.trim_end_matches('s'),
            _ => metric.label,
        };
        format!("{} {noun}", metric.display(value))
    };
    METRICS.iter().filter(is_said).map(text).join(", ")
}

/// The metrics that differ, launch bounds first. Code is worse if it grew by more than `code_growth` percent.
pub(super) fn changes(old: &Kernel, new: &Kernel, code_growth: Option<u64>) -> Vec<Change> {
    let metrics = METRICS.iter().sorted_by_key(|metric| !metric.is_bound());
    let values = metrics.map(|metric| (metric, metric.value(old), metric.value(new)));
    let changes = values
        .filter(|(_, old, new)| old != new)
        .map(|(figure, old, new)| Change {
            figure,
            old: old.clone(),
            new: new.clone(),
            verdict: verdict(figure, old, new, code_growth),
        });
    changes.collect()
}

/// The verdict on a metric; `code_growth` is that of [`changes`].
pub(super) fn verdict(metric: &Metric, old: &Cell, new: &Cell, code_growth: Option<u64>) -> Status {
    let (Some(was), Some(is)) = (old.size(), new.size()) else {
        return Status::Changed;
    };
    let has_grown = |percent: u64| is * 100 > was * (100 + u128::from(percent));
    let is_code = metric.key == CODE_BYTES;
    match metric.better {
        Better::Less if is > was => Status::Worse,
        Better::More if is < was => Status::Worse,
        Better::Neither if is_code && code_growth.is_some_and(has_grown) => Status::Worse,
        Better::Less | Better::More if is != was => Status::Better,
        _ => Status::Changed,
    }
}
