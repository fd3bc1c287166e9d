//! What changed in one kernel.

use occupancy_report::calculator::Cell;
use serde::Serialize;

use crate::baseline::{Better, Breach, FIGURES, Figure, Kernel, Place};

/// A figure, or a launch bound, that differs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Change {
    pub(crate) figure: &'static Figure,
    pub(crate) old: Cell,
    pub(crate) new: Cell,
    pub(crate) verdict: Verdict,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Verdict {
    Worse,
    Better,
    /// Neither, or not known on one side.
    Changed,
}

/// The result for a kernel, the most important first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    Worse,
    /// A budget is broken, and nothing is compared.
    OverBudget,
    /// Worse for a reason.
    Accepted,
    Better,
    /// Other launch bounds, another name, or figures that were not known.
    Changed,
    Added,
    Removed,
    /// Only the size of the code is another.
    CodeSize,
    #[default]
    Same,
}

impl Status {
    pub(crate) const ALL: [Self; 9] = [
        Self::Worse,
        Self::OverBudget,
        Self::Accepted,
        Self::Better,
        Self::Changed,
        Self::Added,
        Self::Removed,
        Self::CodeSize,
        Self::Same,
    ];

    /// The status in JSON and as the rule of SARIF.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Self::Worse => "worse",
            Self::OverBudget => "over_budget",
            Self::Accepted => "accepted",
            Self::Better => "better",
            Self::Changed => "changed",
            Self::Added => "added",
            Self::Removed => "removed",
            Self::CodeSize => "code_size",
            Self::Same => "same",
        }
    }

    pub(crate) fn words(self) -> String {
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
    /// Whether the baseline has a reason that is no longer needed.
    pub(super) is_reason_unneeded: bool,
    /// Whether the command fails for it.
    pub(crate) fails: bool,
    /// Where the baseline has it.
    pub(crate) place: Option<Place>,
}

impl Difference {
    /// The kernel as it is now, or as it was.
    pub(crate) fn kernel(&self) -> &Kernel {
        let either = self.new.as_ref().or(self.old.as_ref());
        either.expect("a difference is of a kernel")
    }

    /// Whether a baseline takes it only with a reason.
    pub(super) fn is_refused(&self) -> bool {
        matches!(self.status, Status::Worse | Status::OverBudget)
    }

    /// Why it may be worse, or was.
    pub(crate) fn accept(&self) -> Option<&str> {
        self.old.as_ref()?.reason.accept.as_deref()
    }

    /// The remarks, one text each.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if let (true, Some(old)) = (self.is_guessed, &self.old) {
            lines.push(format!("guessed to be `{}` with another name", old.name));
        }
        match (&self.old, &self.new) {
            (None, Some(kernel)) | (Some(kernel), None) => lines.push(about(kernel)),
            _ => lines.extend(self.changes.iter().map(|change| self.line(change))),
        }
        lines.extend(
            self.breaches
                .iter()
                .map(|breach| format!("over budget: {}", breach.words())),
        );
        if let Some(reason) = self.accept()
            && self.status == Status::Accepted
        {
            lines.push(format!("accepted: {reason}"));
        }
        lines
    }

    fn line(&self, change: &Change) -> String {
        let figure = change.figure;
        let [old, new] = [&change.old, &change.new].map(|value| figure.shown(value));
        let mut line = format!("{} {old} → {new}", figure.words);
        if figure.key == "occupancy_percent"
            && let block @ Cell::Dims(_) = self.kernel().figures.get("block")
        {
            line = format!("{line} with blocks of {block} threads");
        }
        line
    }
}

/// "72 registers, 3 blocks per SM, 37.5 % occupancy".
fn about(kernel: &Kernel) -> String {
    let is_said = |figure: &&Figure| match (figure.key, figure.of(kernel)) {
        (_, Cell::Unknown) | ("static_shared_memory" | "barriers", _) => false,
        ("spill_instructions" | "stack", value) => *value != Cell::Number(0),
        _ => !figure.is_bound(),
    };
    let said = FIGURES.iter().filter(is_said);
    let said = said.map(|figure| format!("{} {}", figure.shown(figure.of(kernel)), figure.words));
    said.collect::<Vec<_>>().join(", ")
}

/// Everything that differs, launch bounds first; code is worse if it grew by more than this percent.
pub(super) fn changes(old: &Kernel, new: &Kernel, code_growth: Option<u64>) -> Vec<Change> {
    let bounds = FIGURES.iter().filter(|figure| figure.is_bound());
    let all = bounds.chain(FIGURES.iter().filter(|figure| !figure.is_bound()));
    let differing = all.filter(|figure| figure.of(old) != figure.of(new));
    let changes = differing.map(|figure| Change {
        figure,
        old: figure.of(old).clone(),
        new: figure.of(new).clone(),
        verdict: verdict(figure, figure.of(old), figure.of(new), code_growth),
    });
    changes.collect()
}

fn verdict(figure: &Figure, old: &Cell, new: &Cell, code_growth: Option<u64>) -> Verdict {
    let (Some(was), Some(is)) = (old.size(), new.size()) else {
        return Verdict::Changed;
    };
    match (figure.better, code_growth) {
        (Better::Less, _) if is < was => Verdict::Better,
        (Better::Less, _) => Verdict::Worse,
        (Better::More, _) if is < was => Verdict::Worse,
        (Better::More, _) => Verdict::Better,
        (Better::Neither, Some(percent))
            if figure.key == "code_bytes" && is * 100 > was * (100 + u128::from(percent)) =>
        {
            Verdict::Worse
        }
        (Better::Neither | Better::Bound, _) => Verdict::Changed,
    }
}
