//! The most that kernels may use, by patterns of their names.

use std::fmt;
use std::sync::LazyLock;

use occupancy_core::kernel::Figure;
use occupancy_core::{Arch, Configuration, Ratio, devices};
use occupancy_report::calculator::{Cell, Key, Row, values};
use serde::de::{DeserializeSeed, Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use wildmatch::WildMatch;

use super::kernel::{Kernel, METRICS, Metric};
use super::table::KeyOf;
use crate::name::{normalised, without_parameters};

/// What the kernels of a pattern may use: `[[budget]]` of a baseline.
#[derive(Clone, Debug, Default)]
pub(crate) struct Budget {
    /// `gemm*`: `*` is any text, `?` any letter. It is compared with the name with and without the
    /// parameters. Without a pattern, it is for all kernels.
    pub(crate) kernels: Option<String>,
    /// The most or the least of figures.
    pub(crate) limits: Row,
    /// Percent that the code may grow before it is worse.
    pub(crate) max_code_growth: Option<u64>,
}

/// The key that is short for no spills.
const NO_SPILLS: &str = "no_spills";

/// The keys of a budget, as an error lists them.
static KEYS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let mut keys = vec!["kernels"];
    for figure in &*METRICS {
        keys.extend(figure.budget);
        let is_spills = figure.key == Figure::SpillInstructions.into();
        keys.extend(is_spills.then_some(NO_SPILLS));
    }
    keys.push("max_code_growth");
    keys
});

impl<'de> Visitor<'de> for Budget {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the table of a budget")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Self, A::Error> {
        let mut no_spills = None;
        while let Some(key) = map.next_key_seed(KeyOf(&KEYS))? {
            let mut figures = METRICS.iter();
            match (key, figures.find(|of| of.budget == Some(key))) {
                (_, Some(figure)) if figure.key == Key::OccupancyPercent => {
                    self.limits
                        .push(figure.key, map.next_value_seed(LeastOccupancy)?);
                }
                (_, Some(figure)) => self.limits.push(figure.key, map.next_value::<u64>()?),
                (NO_SPILLS, _) => no_spills = map.next_value::<bool>()?.then_some(0_u32),
                ("max_code_growth", _) => self.max_code_growth = map.next_value()?,
                _ => self.kernels = map.next_value()?,
            }
        }
        // The same as `max_spill_instructions = 0`, which it comes before.
        if no_spills.is_some() {
            let none = Row::default().with(Figure::SpillInstructions, no_spills);
            self.limits = none.with_row(self.limits);
        }
        Ok(self)
    }
}

impl<'de> Deserialize<'de> for Budget {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(Self::default())
    }
}

/// The least occupancy that is asked for, refused in the words of the attribute if it is none.
pub(crate) fn least_occupancy(text: &str) -> Result<Ratio, String> {
    let asked = values::ratio(text)?;
    // A block that reaches every occupancy there is.
    let archs = [Arch::Device(devices::H100)];
    let kernel = occupancy_core::Kernel::new((1024, 1, 1), 32);
    let configuration = Configuration::new(&archs, kernel).with_min_occupancy(asked);
    let violations = configuration.check();
    let Some(rule) = violations.iter().next() else {
        return Ok(asked);
    };
    let message = configuration.message(rule).to_string();
    // Help for zero is about this block, and says nothing of others.
    let headline = message.split("\n\n").next();
    let headline = headline.filter(|_| asked.numerator() == 0);
    Err(headline.unwrap_or(&message).to_owned())
}

/// `0.5`, as the attribute and the command line have it.
struct LeastOccupancy;

impl<'de> DeserializeSeed<'de> for LeastOccupancy {
    type Value = Cell;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Cell, D::Error> {
        let asked = least_occupancy(&f64::deserialize(from)?.to_string());
        let asked = asked.map_err(D::Error::custom)?;
        Ok(Cell::percent(Some(asked)))
    }
}

/// A budget that a kernel breaks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Breach {
    pub(crate) figure: &'static Metric,
    /// If it is not known, the budget may be broken.
    value: Cell,
    limit: Cell,
    /// The pattern; `None` for a budget for all kernels.
    pattern: Option<String>,
}

impl Breach {
    /// "72 registers, at most 64".
    pub(crate) fn description(&self) -> String {
        let (words, limit) = (self.figure.label, self.figure.display(&self.limit));
        let value = match &self.value {
            Cell::Unknown => "not known".to_owned(),
            value => self.figure.display(value),
        };
        let has_least = self.figure.has_least();
        let bound = if has_least { "least" } else { "most" };
        let pattern = self.pattern.as_ref();
        let pattern = pattern.map_or_else(String::new, |pattern| format!(" (`{pattern}`)"));
        format!("{words} {value}, at {bound} {limit}{pattern}")
    }
}

/// What kernels are checked against: the budgets of a file and those of the command line.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rules {
    /// The last budget that states a figure counts.
    pub(crate) of_file: Vec<Budget>,
    /// They apply as well.
    pub(crate) of_arguments: Vec<Budget>,
    /// Every difference from the baseline fails, even a better kernel.
    pub(crate) is_ratchet: bool,
}

impl Budget {
    fn is_about(&self, kernel: &Kernel) -> bool {
        let Some(pattern) = &self.kernels else {
            return true;
        };
        [pattern, &normalised(pattern)].iter().any(|pattern| {
            let pattern = WildMatch::new(pattern);
            pattern.matches(&kernel.name) || pattern.matches(without_parameters(&kernel.name))
        })
    }
}

impl Rules {
    /// The budgets that the kernel breaks.
    pub(crate) fn breaches(&self, kernel: &Kernel) -> Vec<Breach> {
        let mut breaches = Vec::new();
        for figure in &*METRICS {
            for budgets in [&self.of_file, &self.of_arguments] {
                let budgets = of(budgets, kernel);
                let mut stated = budgets.map(|of| (of.limits.get(figure.key), &of.kernels));
                let Some((limit, pattern)) = stated.find(|(limit, _)| **limit != Cell::Unknown)
                else {
                    continue;
                };
                let value = figure.of(kernel).clone();
                let is_kept = match value {
                    Cell::Unknown => false,
                    _ if figure.has_least() => value >= *limit,
                    _ => value <= *limit,
                };
                if !is_kept {
                    breaches.push(Breach {
                        figure,
                        value,
                        limit: limit.clone(),
                        pattern: pattern.clone(),
                    });
                }
            }
        }
        breaches
    }

    /// Percent that the code of a kernel may grow; `None` if it may grow as it likes.
    pub(crate) fn code_growth(&self, kernel: &Kernel) -> Option<u64> {
        of(&self.of_file, kernel).find_map(|budget| budget.max_code_growth)
    }
}

/// The budgets for a kernel, those that count most first.
fn of<'b>(budgets: &'b [Budget], kernel: &Kernel) -> impl Iterator<Item = &'b Budget> {
    budgets.iter().rev().filter(|of| of.is_about(kernel))
}
