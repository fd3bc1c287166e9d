//! An entry of the gallery, and what the check says of it.

use occupancy::{Configuration, GridError, Occupancy, Rule, Waves};

/// The entries of one project, or the fault in a grid that should have none.
pub(crate) type Entries = Result<Vec<Entry>, GridError>;

/// A launch configuration that a project writes by hand, beside one that the attribute accepts.
pub(crate) struct Entry {
    /// The kernel, and what it is launched for.
    pub(crate) name: &'static str,
    /// Repository, commit, path and line.
    pub(crate) source: &'static str,
    /// The numbers as they are written there.
    pub(crate) hand_written: Configuration<'static>,
    /// The rule that those break, if any.
    pub(crate) breaks: Option<Rule>,
    /// The refusal's UI test in `tests/ui/gallery`; none where the attribute has no argument for
    /// what is refused.
    pub(crate) ui_test: Option<&'static str>,
    /// The configurations of the annotated functions with their grids: usually one for all GPUs.
    pub(crate) checked: Vec<Configuration<'static>>,
}

#[allow(
    clippy::large_types_passed_by_value,
    reason = "each is written in place, and kept"
)]
impl Entry {
    /// An entry whose numbers are kept as they are.
    pub(crate) fn kept(
        name: &'static str,
        source: &'static str,
        checked: Configuration<'static>,
    ) -> Self {
        Self {
            name,
            source,
            hand_written: checked,
            breaks: None,
            ui_test: None,
            checked: vec![checked],
        }
    }

    /// An entry that launches as it is written, and better with other numbers.
    pub(crate) fn improved(
        name: &'static str,
        source: &'static str,
        hand_written: Configuration<'static>,
        checked: Configuration<'static>,
    ) -> Self {
        Self {
            hand_written,
            ..Self::kept(name, source, checked)
        }
    }

    /// An entry that breaks a rule as it is written.
    pub(crate) fn refused(
        name: &'static str,
        source: &'static str,
        (breaks, ui_test): (Rule, Option<&'static str>),
        hand_written: Configuration<'static>,
        checked: Configuration<'static>,
    ) -> Self {
        Self {
            breaks: Some(breaks),
            ui_test,
            ..Self::improved(name, source, hand_written, checked)
        }
    }

    /// Whether the check says what the entry does: the one rule is broken as it is written, if
    /// any, and none by what is checked.
    pub(crate) fn holds(&self) -> bool {
        let violations = self.hand_written.check();
        let broken = violations.iter();
        broken.eq(self.breaks) && self.checked.iter().all(|each| each.check().is_empty())
    }

    /// What the check says of the numbers as they are written: a headline for each broken rule.
    pub(crate) fn refusals(&self) -> Vec<String> {
        let violations = self.hand_written.check();
        let headline = |rule| {
            let message = self.hand_written.message(rule);
            message
                .as_str()
                .lines()
                .next()
                .unwrap_or_default()
                .to_owned()
        };
        violations.iter().map(headline).collect()
    }
}

/// One GPU's row: the configuration, its occupancy and its waves there.
pub(crate) struct Row {
    pub(crate) gpu: &'static str,
    pub(crate) occupancy: Occupancy,
    pub(crate) waves: Option<Waves>,
}

/// A configuration on each of its GPUs.
pub(crate) fn rows<'a>(configuration: &'a Configuration<'_>) -> impl Iterator<Item = Row> + 'a {
    configuration.archs.iter().filter_map(|arch| {
        Some(Row {
            gpu: arch.name(),
            occupancy: Occupancy::new(arch.compute_capability(), &configuration.kernel).ok()?,
            waves: configuration.waves(arch),
        })
    })
}

/// The configuration of a launch type, with the grid of one of its values.
macro_rules! checked {
    ($launch:ident, $value:expr) => {
        $launch::CONFIGURATION.with_grid(Some(occupancy::Grid::Blocks($value?.grid_dim())))
    };
}

/// The configuration of a launch type with another kernel and grid: what is written by hand, on
/// the same GPUs, with the same demands.
macro_rules! hand_written {
    ($launch:ident, $kernel:expr, $grid:expr) => {
        $launch::CONFIGURATION
            .with_kernel($kernel)
            .with_grid(Some(occupancy::Grid::Blocks($grid)))
    };
}

pub(crate) use {checked, hand_written};
