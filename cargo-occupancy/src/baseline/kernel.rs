//! One kernel, and its figures.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::LazyLock;

use occupancy_core::kernel::{Argument, Better, Figure};
use occupancy_core::text::grouped;
use occupancy_report::calculator::{Cell, Dims, Key, Row};
use occupancy_report::escape::visible;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::table::KeyOf;
use crate::name::{normalised, spellings, without_versions};
use crate::packages::{Declaration, library, path};
use crate::row::{compiled_row, listed};

/// What one kernel uses.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Kernel {
    /// The name in the source, spelled the same for all compilers, in visible characters, as the others.
    pub(crate) name: String,
    /// `sm_90`; for a declared kernel, the GPU: `h100`.
    pub(crate) target: String,
    /// The file, without its folder; for a declared kernel, the package.
    pub(crate) library: String,
    /// Its [figures](METRICS), under the names of `occupancy inspect`.
    #[serde(flatten)]
    pub(crate) figures: Row,
    /// The symbol in the file; empty for a baseline, which does not state it.
    #[serde(skip)]
    pub(crate) symbol: String,
    /// The toolkit that compiled it, if it is known.
    #[serde(skip)]
    pub(crate) toolkit: String,
    #[serde(skip)]
    pub(crate) reason: Reason,
    /// Its line in a baseline, from 1 on.
    #[serde(skip)]
    pub(crate) line: Option<usize>,
}

/// What people write in a baseline beside the figures of a kernel.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Reason {
    /// Why it may get worse, or did.
    pub(crate) accept: Option<String>,
    /// The figures from before the reason, once they are written down.
    pub(crate) before: Option<BTreeMap<String, f64>>,
}

/// The keys of an entry, as an error lists them: the names, the figures, and what people write.
static ENTRY: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let names = ["name", "target", "library"].into_iter();
    let figures = KEYS.iter().map(|key| key.name());
    names.chain(figures).chain(["accept", "before"]).collect()
});

impl<'de> Visitor<'de> for Kernel {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the table of a kernel")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self, A::Error> {
        let (mut names, mut figures, mut reason) = (HashMap::new(), self.figures, self.reason);
        while let Some(key) = map.next_key_seed(KeyOf(&ENTRY))? {
            match (key, Metric::by_key(key)) {
                (_, Some(figure)) => figures.push(figure.key, figure.read(&mut map)?),
                ("accept", _) => reason.accept = map.next_value()?,
                ("before", _) => reason.before = map.next_value()?,
                _ => drop(names.insert(key, map.next_value::<String>()?)),
            }
        }
        let mut name = |key| {
            names
                .remove(key)
                .ok_or_else(|| A::Error::missing_field(key))
        };
        let names = [name("name")?, name("target")?, name("library")?];
        let kernel = Self::new(names, figures);
        Ok(Self { reason, ..kernel })
    }
}

impl<'de> Deserialize<'de> for Kernel {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(Self::default())
    }
}

impl Kernel {
    /// A kernel of a file.
    pub(crate) fn from_row(row: Row, library: String) -> Self {
        let (name, target) = (normalised(row.text(Key::Symbol)), row.text(Key::Target));
        Self::new([name, target.to_owned(), library], row)
    }

    /// A kernel that an attribute declares, on one GPU. Spills, stack and code are those of the binary that it
    /// names.
    pub(crate) fn declared(of: Declaration) -> Self {
        // Of figures that both state, the attribute's count.
        let kernel = &of.configuration.kernel;
        let compiled = of.configuration.compiled.first().map(compiled_row);
        let figures = Row::default()
            .with(Figure::Registers, kernel.registers_per_thread)
            .with(Figure::StaticSharedMemory, kernel.static_shared_memory)
            .with(Figure::Barriers, kernel.barriers)
            .with(Figure::Cluster, kernel.cluster_dim)
            .with(Key::Block, kernel.block_dim)
            .with_row(compiled.unwrap_or_default());
        let target = of.row.text(Argument::Arch).to_owned();
        let names = [path(&of.row), target, library(&of.row)];
        Self::new(names, figures.with_row(of.row))
    }

    /// A kernel by its name, its target and its library.
    fn new(names: [String; 3], row: Row) -> Self {
        let [name, target, library] = names.map(|name| visible(&name));
        Self {
            name,
            target,
            library,
            symbol: row.text(Key::Symbol).to_owned(),
            toolkit: row.text(Figure::Toolkit).to_owned(),
            figures: row.only(&KEYS),
            ..Self::default()
        }
    }

    /// The sort key of a baseline.
    pub(crate) fn key(&self) -> (&str, &str, &str) {
        (&self.name, &self.target, &self.library)
    }

    /// Its name without versions, which differ between builds.
    pub(crate) fn unversioned(&self) -> String {
        without_versions(&self.name)
    }

    /// All names that it is selected by.
    pub(super) fn names(&self) -> Vec<String> {
        [vec![self.name.clone()], spellings(&self.symbol)].concat()
    }
}

/// A figure that is compared, or a launch bound; serialized by its key.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub(crate) struct Metric {
    pub(crate) key: Key,
    /// The figure in words.
    #[serde(skip)]
    pub(crate) label: &'static str,
    #[serde(skip)]
    pub(crate) better: Better,
    /// The key of a budget for it.
    #[serde(skip)]
    pub(super) budget: Option<&'static str>,
}

/// Those that come first in a baseline.
const FIRST: [Figure; 3] = [Figure::Registers, Figure::SpillInstructions, Figure::Stack];

/// All of them, in the order of a baseline.
pub(crate) static METRICS: LazyLock<Vec<Metric>> = LazyLock::new(|| {
    let metric = |figure: Figure| {
        let (label, better) = figure.row().compared?;
        Some((figure.into(), label, better, figure.row().budget))
    };
    let others = listed().filter(|figure| !FIRST.contains(figure));
    let figures = FIRST.into_iter().chain(others).filter_map(metric);
    let block = (Key::Block, "block", Better::Bound, None);
    let (occupancy, budget) = (Key::OccupancyPercent, Some("min_occupancy"));
    let occupancy = (occupancy, "occupancy", Better::More, budget);
    let calculated = metric(Figure::BlocksPerSm);
    let all = figures.chain([block]).chain(calculated).chain([occupancy]);
    let compared = |(key, label, better, budget)| Metric {
        key,
        label,
        better,
        budget,
    };
    all.map(compared).collect()
});

static KEYS: LazyLock<Vec<Key>> = LazyLock::new(|| METRICS.iter().map(|of| of.key).collect());

impl Metric {
    /// The one of this name.
    pub(crate) fn by_key(name: &str) -> Option<&'static Self> {
        METRICS.iter().find(|figure| figure.key.name() == name)
    }

    pub(crate) fn of<'k>(&self, kernel: &'k Kernel) -> &'k Cell {
        kernel.figures.get(self.key)
    }

    pub(crate) fn is_bound(&self) -> bool {
        self.better == Better::Bound
    }

    /// A budget states the least of it.
    pub(super) fn has_least(&self) -> bool {
        self.budget.is_some_and(|key| key.starts_with("min_"))
    }

    /// The value as it is shown; `?` if it is not known.
    pub(crate) fn display(&self, value: &Cell) -> String {
        match value {
            Cell::Unknown if self.is_bound() => "none".to_owned(),
            Cell::Unknown => "?".to_owned(),
            Cell::Percent(_) => format!("{value} %"),
            Cell::Number(number) => grouped(*number).to_string(),
            _ => value.to_string(),
        }
    }

    /// Its value in a table of TOML.
    fn read<'de, A: MapAccess<'de>>(&self, map: &mut A) -> Result<Cell, A::Error> {
        Ok(match self.key {
            _ if self.is_bound() => map.next_value::<Dims>()?.into(),
            Key::OccupancyPercent => self.cell(map.next_value()?),
            Key::Figure(Figure::CodeBytes) => map.next_value::<u64>()?.into(),
            _ => map.next_value::<u32>()?.into(),
        })
    }

    /// Its value from a number in a baseline; what is no percentage is none.
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "below zero or too large, it is the nearest value"
    )]
    pub(crate) fn cell(&self, number: f64) -> Cell {
        match self.key {
            Key::OccupancyPercent => Cell::Percent((number * 10.0).round().min(1000.0) as u64),
            _ => Cell::Number(number as u64),
        }
    }
}
