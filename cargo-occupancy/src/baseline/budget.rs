//! Budgets: limits for the metrics of kernels, by patterns of their names.

use std::fmt;
use std::sync::LazyLock;

use itertools::Itertools;
use occupancy_core::kernel::Figure;
use occupancy_core::{Arch, Configuration, Ratio, devices};
use occupancy_report::calculator::{Cell, Key, Row, values};
use serde::de::{DeserializeSeed, Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use wildmatch::WildMatch;

use super::entry::KeyOf;
use crate::build::{Kernel, METRICS, Metric};
use crate::name::{normalised, without_parameters};

/// The limits for the kernels of a pattern: a `[[budget]]` of a baseline.
#[derive(Clone, Debug, Default)]
pub(crate) struct Budget {
    /// The pattern, `gemm*`: `*` is any text, `?` any letter. It has to match the name with or without the parameters.
    /// Without a pattern, the budget is for all kernels.
    pub(crate) kernels: Option<String>,
    /// The most or the least of metrics.
    pub(crate) limits: Row,
    /// Percent by which the code may grow before it is worse.
    pub(crate) max_code_growth: Option<u64>,
}

/// The key that is short for `max_spill_instructions = 0`.
const NO_SPILLS: &str = "no_spills";

/// The keys of a budget, in the order in which an error lists them.
static KEYS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let mut keys = vec!["kernels"];
    for metric in &*METRICS {
        keys.extend(metric.budget);
        let is_spills = metric.key == Figure::SpillInstructions.into();
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
            let metric = METRICS.iter().find(|metric| metric.budget == Some(key));
            match (key, metric.map(|metric| metric.key)) {
                (_, Some(Key::OccupancyPercent)) => {
                    let least = map.next_value_seed(LeastOccupancy)?;
                    self.limits.push(Key::OccupancyPercent, least);
                }
                (_, Some(metric)) => self.limits.push(metric, map.next_value::<u64>()?),
                (NO_SPILLS, _) => no_spills = map.next_value::<bool>()?.then_some(0_u32),
                ("max_code_growth", _) => self.max_code_growth = map.next_value()?,
                _ => self.kernels = map.next_value()?,
            }
        }
        // Of two limits for one metric, the first counts.
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

/// Reads a least occupancy, or refuses it in the words of the attribute.
pub(crate) fn least_occupancy(text: &str) -> Result<Ratio, String> {
    let least = values::ratio(text)?;
    // This block reaches every occupancy.
    let archs = [Arch::Device(devices::H100)];
    let kernel = occupancy_core::Kernel::new((1024, 1, 1), 32);
    let configuration = Configuration::new(&archs, kernel).with_min_occupancy(least);
    let violations = configuration.check();
    let Some(rule) = violations.iter().next() else {
        return Ok(least);
    };
    let message = configuration.message(rule).to_string();
    Err(match message.split_once("\n\n") {
        // The help for zero is about this block, and not about others.
        Some((headline, _)) if least.numerator() == 0 => headline.to_owned(),
        _ => message,
    })
}

/// Reads `min_occupancy = 0.5`.
struct LeastOccupancy;

impl<'de> DeserializeSeed<'de> for LeastOccupancy {
    type Value = Cell;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Cell, D::Error> {
        let least = least_occupancy(&f64::deserialize(from)?.to_string());
        Ok(Cell::percent(Some(least.map_err(D::Error::custom)?)))
    }
}

/// A budget that a kernel breaks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Breach {
    pub(crate) figure: &'static Metric,
    /// A value that is not known breaks a budget.
    value: Cell,
    limit: Cell,
    /// The pattern; `None` for a budget for all kernels.
    pattern: Option<String>,
}

impl Breach {
    /// "registers 72, at most 64".
    pub(crate) fn description(&self) -> String {
        let (label, limit) = (self.figure.label, self.figure.display(&self.limit));
        let value = match &self.value {
            Cell::Unknown => "not known".to_owned(),
            value => self.figure.display(value),
        };
        let has_least = self.figure.has_least();
        let bound = if has_least { "least" } else { "most" };
        let for_pattern = match &self.pattern {
            Some(pattern) => format!(" (`{pattern}`)"),
            None => String::new(),
        };
        format!("{label} {value}, at {bound} {limit}{for_pattern}")
    }
}

/// The rules of a check: the budgets of a file and those of the command line.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rules {
    /// The budgets of the baseline; the last one that limits a metric counts.
    pub(crate) of_file: Vec<Budget>,
    /// The budgets of the command line, which apply as well.
    pub(crate) of_arguments: Vec<Budget>,
}

impl Budget {
    fn is_for(&self, kernel: &Kernel) -> bool {
        let Some(pattern) = &self.kernels else {
            return true;
        };
        [pattern, &normalised(pattern)].iter().any(|pattern| {
            let pattern = WildMatch::new(pattern);
            pattern.matches(&kernel.name.full)
                || pattern.matches(without_parameters(&kernel.name.full))
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fails {
    pub(crate) is_any: bool,
    pub(crate) kinds: std::collections::BTreeSet<Kind>,
}
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub(crate) enum Kind {
    Blocks,
    Spills,
    Stack,
}
static DEFAULT: LazyLock<Fails> = LazyLock::new(|| Fails {
    is_any: false,
    kinds: [Kind::Blocks, Kind::Spills, Kind::Stack].into(),
});

impl Rules {
    pub(crate) fn fails(&self, _: &Kernel) -> &Fails {
        &DEFAULT
    }

    /// The budgets that the kernel breaks.
    pub(crate) fn breaches(&self, kernel: &Kernel) -> Vec<Breach> {
        let mut breaches = Vec::new();
        let both = [&self.of_file, &self.of_arguments];
        for (figure, budgets) in METRICS.iter().cartesian_product(both) {
            let limit = |budget: &Budget| budget.limits.get(figure.key).clone();
            let mut applicable = applicable(budgets, kernel);
            let Some(budget) = applicable.find(|budget| limit(budget) != Cell::Unknown) else {
                continue;
            };
            let (value, limit) = (figure.value(kernel).clone(), limit(budget));
            let is_kept = match value {
                Cell::Unknown => false,
                _ if figure.has_least() => value >= limit,
                _ => value <= limit,
            };
            if !is_kept {
                breaches.push(Breach {
                    figure,
                    value,
                    limit,
                    pattern: budget.kernels.clone(),
                });
            }
        }
        breaches
    }

    /// Percent by which the code of a kernel may grow; `None` if there is no limit.
    pub(crate) fn code_growth(&self, kernel: &Kernel) -> Option<u64> {
        applicable(&self.of_file, kernel).find_map(|budget| budget.max_code_growth)
    }
}

/// The budgets that apply to a kernel, the last one first.
fn applicable<'b>(budgets: &'b [Budget], kernel: &Kernel) -> impl Iterator<Item = &'b Budget> {
    budgets.iter().rev().filter(|budget| budget.is_for(kernel))
}
