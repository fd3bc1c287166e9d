//! What changed in one kernel.

use crate::baseline::{Better, Breach, Figure, Kernel, Place};
use crate::dims::dims;

/// A figure, or a launch bound, that differs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Change {
    /// The name of the field.
    pub(crate) key: &'static str,
    pub(crate) words: &'static str,
    pub(crate) old: Option<serde_json::Value>,
    pub(crate) new: Option<serde_json::Value>,
    /// As they are shown.
    pub(crate) shown: [String; 2],
    pub(crate) verdict: Verdict,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Worse,
    Better,
    /// Neither, or not known on one side.
    Other,
}

impl Verdict {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Worse => "worse",
            Self::Better => "better",
            Self::Other => "changed",
        }
    }
}

/// The result for a kernel, the most important first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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

    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::OverBudget => "over budget",
            Self::CodeSize => "code size",
            other => other.key(),
        }
    }
}

/// One kernel of both sets, or of one.
#[derive(Clone, Debug)]
pub(crate) struct Difference {
    pub(crate) status: Status,
    pub(crate) old: Option<Kernel>,
    pub(crate) new: Option<Kernel>,
    /// It has another name, and is matched because everything else is equal.
    pub(crate) is_guessed: bool,
    pub(crate) changes: Vec<Change>,
    pub(crate) breaches: Vec<Breach>,
    pub(crate) accept: Option<String>,
    /// Whether the command fails for it.
    pub(crate) fails: bool,
    /// Where the baseline has it.
    pub(crate) place: Option<Place>,
    /// The number of its entry in the baseline.
    pub(crate) entry: Option<usize>,
}

impl Difference {
    /// The kernel as it is now, or as it was.
    pub(crate) fn kernel(&self) -> &Kernel {
        let either = self.new.as_ref().or(self.old.as_ref());
        either.expect("a difference is of a kernel")
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
        if let Some(reason) = &self.accept
            && self.status == Status::Accepted
        {
            lines.push(format!("accepted: {reason}"));
        }
        lines
    }

    fn line(&self, change: &Change) -> String {
        let [old, new] = &change.shown;
        let mut line = format!("{} {old} → {new}", change.words);
        if change.key == Figure::Occupancy.key()
            && let Some(block) = self.kernel().block
        {
            line = format!("{line} with blocks of {} threads", dims(block));
        }
        line
    }
}

/// "72 registers, 3 blocks per SM, 37.5 % occupancy".
fn about(kernel: &Kernel) -> String {
    let said = [
        Figure::Registers,
        Figure::Spills,
        Figure::Stack,
        Figure::CodeBytes,
        Figure::BlocksPerSm,
        Figure::Occupancy,
    ]
    .into_iter()
    .filter_map(|figure| {
        let value = figure.of(kernel)?;
        let is_none = value == 0 && matches!(figure, Figure::Spills | Figure::Stack);
        (!is_none).then(|| format!("{} {}", figure.shown(Some(value)), figure.words()))
    });
    said.collect::<Vec<_>>().join(", ")
}

/// Everything that differs; code is worse if it grew by more than this percent.
pub(super) fn changes(old: &Kernel, new: &Kernel, code_growth: Option<u64>) -> Vec<Change> {
    let mut changes = Vec::new();
    for (was, is) in old.bounds().into_iter().zip(new.bounds()) {
        if was.1 != is.1 {
            let shown = |bound: Option<_>| bound.map_or_else(|| "none".to_owned(), dims);
            let words = match is.0 {
                "max_block" => "launch bounds",
                "required_block" => "required block",
                other => other,
            };
            changes.push(Change {
                key: is.0,
                words,
                old: was.1.map(|dims| serde_json::json!(dims)),
                new: is.1.map(|dims| serde_json::json!(dims)),
                shown: [shown(was.1), shown(is.1)],
                verdict: Verdict::Other,
            });
        }
    }
    for figure in Figure::ALL {
        let (was, is) = (figure.of(old), figure.of(new));
        if was == is {
            continue;
        }
        let number = |value: Option<u64>| value.map(|value| figure.number(value).into());
        changes.push(Change {
            key: figure.key(),
            words: figure.words(),
            old: number(was),
            new: number(is),
            shown: [figure.shown(was), figure.shown(is)],
            verdict: verdict(figure, was, is, code_growth),
        });
    }
    changes
}

fn verdict(
    figure: Figure,
    old: Option<u64>,
    new: Option<u64>,
    code_growth: Option<u64>,
) -> Verdict {
    let (Some(old), Some(new)) = (old, new) else {
        return Verdict::Other;
    };
    let is_less = new < old;
    match figure.better() {
        Better::Less if is_less => Verdict::Better,
        Better::More if is_less => Verdict::Worse,
        Better::Less => Verdict::Worse,
        Better::More => Verdict::Better,
        Better::Neither => match (figure, code_growth) {
            (Figure::CodeBytes, Some(percent))
                if u128::from(new) * 100 > u128::from(old) * (100 + u128::from(percent)) =>
            {
                Verdict::Worse
            }
            _ => Verdict::Other,
        },
    }
}
