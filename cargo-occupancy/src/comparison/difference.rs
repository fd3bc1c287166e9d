//! What changed in one kernel.

use clap::ValueEnum;
use occupancy_core::kernel::{Better, Figure};
use occupancy_report::calculator::{Cell, Key};
use serde::Serialize;

use crate::baseline::{Breach, Kernel, METRICS, Metric};

/// The figure that changes with every change of the code.
pub(super) const CODE_BYTES: Key = Key::Figure(Figure::CodeBytes);

/// A figure, or a launch bound, that differs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Change {
    pub(crate) figure: &'static Metric,
    pub(crate) old: Cell,
    pub(crate) new: Cell,
    /// Worse, better, or else changed: if neither is better, or it is not known on one side.
    pub(crate) verdict: Status,
}

/// The result for a kernel, the most important first. JSON and the rules of SARIF have the names, and SARIF these words.
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
    /// Its name, `over_budget`, and the words above.
    pub(crate) fn name_and_help(self) -> (String, String) {
        let value = self.to_possible_value().unwrap_or_default();
        let words = value.get_help().map(ToString::to_string);
        let words = words.unwrap_or_default();
        (value.get_name().to_owned(), format!("{words}."))
    }

    pub(crate) fn key(self) -> String {
        self.name_and_help().0
    }

    pub(crate) fn label(self) -> String {
        self.key().replace('_', " ")
    }
}

/// One kernel of both sets, or of one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Difference {
    pub(crate) status: Status,
    pub(crate) old: Option<Kernel>,
    pub(crate) new: Option<Kernel>,
    /// It has another name, and is matched because everything else is equal.
    pub(crate) is_guessed: bool,
    pub(crate) changes: Vec<Change>,
    pub(crate) breaches: Vec<Breach>,
    /// That the baseline has a reason that is no longer needed.
    pub(super) remark: Option<String>,
    /// Whether the command fails for it.
    pub(crate) fails: bool,
}

impl Difference {
    /// The kernel as it is now, or as it was.
    pub(crate) fn kernel(&self) -> &Kernel {
        let either = self.new.as_ref().or(self.old.as_ref());
        either.expect("a difference is of a kernel")
    }

    /// What it is sorted by.
    pub(super) fn order(&self) -> impl Ord {
        (!self.fails, self.status, self.kernel().key())
    }

    /// Whether a baseline takes it only with a reason.
    pub(super) fn is_refused(&self) -> bool {
        matches!(self.status, Status::Worse | Status::OverBudget)
    }

    /// Why it may be worse, or was.
    pub(crate) fn accept(&self) -> Option<&str> {
        self.old.as_ref()?.reason.accept.as_deref()
    }

    /// What is to say of it, one text each.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if let (true, Some(old)) = (self.is_guessed, &self.old) {
            lines.push(format!("guessed to be `{}` with another name", old.name));
        }
        match (&self.old, &self.new) {
            (None, Some(kernel)) | (Some(kernel), None) => lines.push(about(kernel)),
            _ => lines.extend(self.changes.iter().map(|change| self.line(change))),
        }
        let breaches = self.breaches.iter();
        lines.extend(breaches.map(|breach| format!("over budget: {}", breach.description())));
        if let Some(reason) = self.accept()
            && self.status == Status::Accepted
        {
            lines.push(format!("accepted: {reason}"));
        }
        lines
    }

    fn line(&self, change: &Change) -> String {
        let figure = change.figure;
        let [old, new] = [&change.old, &change.new].map(|value| figure.display(value));
        let mut line = format!("{} {old} → {new}", figure.label);
        if figure.key == Key::OccupancyPercent
            && let block @ Cell::Dims(_) = self.kernel().figures.get(Key::Block)
        {
            line = format!("{line} with blocks of {block} threads");
        }
        line
    }
}

/// "72 registers, 3 blocks per SM, 37.5 % occupancy".
fn about(kernel: &Kernel) -> String {
    let is_said = |figure: &&Metric| match (figure.key, figure.of(kernel)) {
        (_, Cell::Unknown) | (Key::Figure(Figure::StaticSharedMemory | Figure::Barriers), _) => {
            false
        }
        (Key::Figure(Figure::SpillInstructions | Figure::Stack), value) => {
            *value != Cell::Number(0)
        }
        _ => !figure.is_bound(),
    };
    let said = METRICS.iter().filter(is_said);
    let said = said.map(|figure| {
        let value = figure.of(kernel);
        let one = figure.label.replace("blocks", "block");
        let words = match value {
            Cell::Number(1) => one.trim_end_matches('s'),
            _ => figure.label,
        };
        format!("{} {words}", figure.display(value))
    });
    said.collect::<Vec<_>>().join(", ")
}

/// Everything that differs, launch bounds first.
pub(super) fn changes(old: &Kernel, new: &Kernel, code_growth: Option<u64>) -> Vec<Change> {
    let bounds = METRICS.iter().filter(|figure| figure.is_bound());
    let all = bounds.chain(METRICS.iter().filter(|figure| !figure.is_bound()));
    let differing = all.filter(|figure| figure.of(old) != figure.of(new));
    let changes = differing.map(|figure| Change {
        figure,
        old: figure.of(old).clone(),
        new: figure.of(new).clone(),
        verdict: verdict(figure, figure.of(old), figure.of(new), code_growth),
    });
    changes.collect()
}

/// What became of a figure; code is worse if it grew by more than this percent.
pub(super) fn verdict(figure: &Metric, old: &Cell, new: &Cell, code_growth: Option<u64>) -> Status {
    let (Some(was), Some(is)) = (old.size(), new.size()) else {
        return Status::Changed;
    };
    let has_grown = |percent: u64| is * 100 > was * (100 + u128::from(percent));
    let is_code = figure.key == CODE_BYTES;
    match figure.better {
        Better::Less if is > was => Status::Worse,
        Better::More if is < was => Status::Worse,
        Better::Neither if is_code && code_growth.is_some_and(has_grown) => Status::Worse,
        Better::Less | Better::More if is != was => Status::Better,
        _ => Status::Changed,
    }
}
