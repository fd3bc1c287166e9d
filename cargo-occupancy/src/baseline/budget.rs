//! The most that kernels may use, by patterns of their names.

use std::sync::LazyLock;

use occupancy_core::kernel::Figure;
use occupancy_core::{Arch, Configuration, Ratio, devices};
use occupancy_report::calculator::{Cell, Key, Row, values};
use serde::de::{DeserializeSeed, Error, MapAccess};
use serde::{Deserialize, Deserializer, Serialize};
use wildmatch::WildMatch;

use super::kernel::{COMPARED, Compared, Kernel};
use super::table::{self, Table};
use crate::name::{normalised, without_parameters};

/// What the kernels of a pattern may use: `[[budget]]` of a baseline.
#[derive(Clone, Debug, Default)]
pub(crate) struct Budget {
    /// `gemm*`: `*` is any text, `?` any letter. It is compared with the name with and without the
    /// parameters. Without a pattern, it is for all kernels.
    pub(crate) kernels: Option<String>,
    /// The most or the least of figures.
    pub(crate) limits: Row,
    /// The same as `max_spill_instructions = 0`.
    pub(crate) no_spills: bool,
    /// Percent that the code may grow before it is worse.
    pub(crate) max_code_growth: Option<u64>,
}

/// The keys of a budget, as an error lists them.
static KEYS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let mut keys = vec!["kernels"];
    for figure in &*COMPARED {
        keys.extend(figure.budget);
        if figure.key == SPILLS {
            keys.push("no_spills");
        }
    }
    keys.push("max_code_growth");
    keys
});

const SPILLS: Key = Key::Figure(Figure::SpillInstructions);

impl Table for Budget {
    const REQUIRED: usize = 0;

    fn keys() -> &'static [&'static str] {
        &KEYS
    }

    fn set<'de, A: MapAccess<'de>>(&mut self, key: &str, map: &mut A) -> Result<(), A::Error> {
        match key {
            "kernels" => self.kernels = map.next_value()?,
            "no_spills" => self.no_spills = map.next_value()?,
            "max_code_growth" => self.max_code_growth = map.next_value()?,
            _ => {
                let mut all = COMPARED.iter();
                if let Some(figure) = all.find(|of| of.budget == Some(key)) {
                    let cell = match figure.key {
                        Key::OccupancyPercent => map.next_value_seed(LeastOccupancy)?,
                        _ => map.next_value::<u64>()?.into(),
                    };
                    self.limits.push(figure.key, cell);
                }
            }
        }
        Ok(())
    }
}

impl<'de> Deserialize<'de> for Budget {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        table::read(from)
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
        asked
            .map(|asked| Cell::percent(Some(asked)))
            .map_err(D::Error::custom)
    }
}

/// A budget that a kernel breaks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Breach {
    pub(crate) figure: &'static Compared,
    /// If it is not known, the budget may be broken.
    value: Cell,
    limit: Cell,
    /// The pattern; `None` for a budget for all kernels.
    pattern: Option<String>,
}

impl Breach {
    /// "72 registers, at most 64".
    pub(crate) fn words(&self) -> String {
        let (words, limit) = (self.figure.words, self.figure.shown(&self.limit));
        let value = match &self.value {
            Cell::Unknown => "not known".to_owned(),
            value => self.figure.shown(value),
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

    /// A figure is limited.
    pub(crate) fn limits_any(&self) -> bool {
        let mut limits = self.limits.cells().iter();
        self.no_spills || limits.any(|limit| *limit != Cell::Unknown)
    }

    fn limit(&self, key: Key) -> Cell {
        match key {
            SPILLS if self.no_spills => Cell::Number(0),
            key => self.limits.get(key).clone(),
        }
    }
}

impl Rules {
    /// The budgets that the kernel breaks.
    pub(crate) fn breaches(&self, kernel: &Kernel) -> Vec<Breach> {
        let mut breaches = Vec::new();
        for figure in &*COMPARED {
            for budgets in [&self.of_file, &self.of_arguments] {
                let mut stated = of(budgets, kernel).map(|of| (of.limit(figure.key), &of.kernels));
                let Some((limit, pattern)) = stated.find(|(limit, _)| *limit != Cell::Unknown)
                else {
                    continue;
                };
                let value = figure.of(kernel).clone();
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
