//! One kernel with its metrics.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::LazyLock;

use itertools::Itertools;
use occupancy_core::kernel::{Argument, Better, Figure};
use occupancy_core::text::grouped;
use occupancy_report::calculator::{Cell, Dims, Key, Row};
use occupancy_report::escape::visible;
use serde::de::{DeserializeSeed, Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::name::{normalised, spellings, without_versions};
use crate::packages::{Declaration, library, path};
use crate::row::{FIGURES, compiled_row, keys, rank, title};

/// A kernel with its metrics.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Kernel {
    /// The name in the source, spelled the same for all compilers. All names are in visible characters.
    pub(crate) name: String,
    /// `sm_90`; for a declared kernel, the GPU: `h100`.
    pub(crate) target: String,
    /// The file, without its folder; for a declared kernel, the package.
    pub(crate) library: String,
    /// The values of its [metrics](METRICS), under the names of `occupancy inspect`.
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
    /// The line of its entry in a baseline, counted from 1.
    #[serde(skip)]
    pub(crate) line: Option<usize>,
}

/// The reason why a kernel may be worse, which people write in a baseline.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Reason {
    /// The reason in words.
    pub(crate) accept: Option<String>,
    /// The metrics that the reason excuses, as they were before, once they are written down.
    pub(crate) before: Option<BTreeMap<String, f64>>,
}

/// The keys of an entry, in the order in which an error lists them.
static ENTRY: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let names = ["name", "target", "library"].into_iter();
    let metrics = KEYS.iter().map(|key| key.name());
    names.chain(metrics).chain(["accept", "before"]).collect()
});

/// Reads a key of this list, and refuses others.
pub(super) struct KeyOf(pub(super) &'static [&'static str]);

impl<'de> DeserializeSeed<'de> for KeyOf {
    type Value = &'static str;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<&'static str, D::Error> {
        let text = String::deserialize(from)?;
        let known = self.0.iter().copied().find(|key| *key == text);
        known.ok_or_else(|| D::Error::unknown_field(&text, self.0))
    }
}

impl<'de> Visitor<'de> for Kernel {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the table of a kernel")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self, A::Error> {
        let (mut names, mut figures, mut reason) = (HashMap::new(), self.figures, self.reason);
        while let Some(key) = map.next_key_seed(KeyOf(&ENTRY))? {
            match (key, Metric::by_key(key)) {
                (_, Some(metric)) => figures.push(metric.key, metric.read(&mut map)?),
                ("accept", _) => reason.accept = map.next_value()?,
                ("before", _) => reason.before = map.next_value()?,
                _ => drop(names.insert(key, map.next_value::<String>()?)),
            }
        }
        let missing = A::Error::missing_field;
        let mut name = |key| names.remove(key).ok_or_else(|| missing(key));
        let names = [name("name")?, name("target")?, name("library")?];
        let kernel = Self::new(names, &figures);
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
    pub(crate) fn from_row(row: &Row) -> Self {
        let (name, target) = (normalised(row.text(Key::Symbol)), row.text(Key::Target));
        Self::new([name, target.to_owned(), title(row)], row)
    }

    /// A kernel that an attribute declares, on one GPU. Spills, stack and code are those of the binary that the
    /// attribute names.
    pub(crate) fn declared(declaration: Declaration) -> Self {
        // A figure that the attribute and the binary state is that of the attribute.
        let kernel = &declaration.configuration.kernel;
        let compiled = declaration.configuration.compiled.first();
        let figures = Row::default()
            .with(Figure::Registers, kernel.registers_per_thread)
            .with(Figure::StaticSharedMemory, kernel.static_shared_memory)
            .with(Figure::Barriers, kernel.barriers)
            .with(Figure::Cluster, kernel.cluster_dim)
            .with(Key::Block, kernel.block_dim)
            .with_row(compiled.map(compiled_row).unwrap_or_default());
        let row = declaration.row;
        let threads = match kernel.block_dim {
            _ if !declaration.has_sizes => String::new(),
            (x, 1, 1) => format!(" ({x} threads)"),
            block_dim => format!(" ({block_dim:?} threads)"),
        };
        let names = [
            path(&row) + &threads,
            row.text(Argument::Arch).to_owned(),
            library(&row),
        ];
        Self::new(names, &figures.with_row(row))
    }

    /// A kernel of this name, target and library, with the metrics of the row.
    fn new(names: [String; 3], row: &Row) -> Self {
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

    /// The name without versions, which differ between builds.
    pub(crate) fn unversioned(&self) -> String {
        without_versions(&self.name)
    }

    /// The names by which it can be selected.
    pub(super) fn names(&self) -> Vec<String> {
        [vec![self.name.clone()], spellings(&self.symbol)].concat()
    }
}

/// A value that is compared between builds: a figure, a launch bound, or the occupancy. It is serialized as its key.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub(crate) struct Metric {
    pub(crate) key: Key,
    /// The name for people: `spill instructions`.
    #[serde(skip)]
    pub(crate) label: &'static str,
    #[serde(skip)]
    pub(crate) better: Better,
    /// The key of its budget.
    #[serde(skip)]
    pub(super) budget: Option<&'static str>,
}

/// The figures that come first in a baseline.
const FIRST: [Key; 3] = keys! { Figure: Registers SpillInstructions Stack; };

/// All metrics, in the order of a baseline.
pub(crate) static METRICS: LazyLock<Vec<Metric>> = LazyLock::new(|| {
    let metric = |key| {
        let (compared, budget) = match key {
            Key::Figure(figure) => (figure.row().compared, figure.row().budget),
            Key::Block => (Some(("block", Better::Bound)), None),
            _ => (Some(("occupancy", Better::More)), Some("min_occupancy")),
        };
        let (label, better) = compared?;
        Some(Metric {
            key,
            label,
            better,
            budget,
        })
    };
    let figures = FIGURES.iter().map(|figure| Key::Figure(*figure));
    let ordered = figures.sorted_by_key(|figure| rank(&FIRST, *figure));
    let last = keys! { Key: Block; Figure: BlocksPerSm; Key: OccupancyPercent; };
    ordered.chain(last).filter_map(metric).collect()
});

static KEYS: LazyLock<Vec<Key>> = LazyLock::new(|| METRICS.iter().map(|it| it.key).collect());

impl Metric {
    /// The metric with this key.
    pub(crate) fn by_key(key: &str) -> Option<&'static Self> {
        METRICS.iter().find(|metric| metric.key.name() == key)
    }

    /// The value for a kernel.
    pub(crate) fn value<'k>(&self, kernel: &'k Kernel) -> &'k Cell {
        kernel.figures.get(self.key)
    }

    pub(crate) fn is_bound(&self) -> bool {
        self.better == Better::Bound
    }

    /// Returns `true` if its budget states the least value, and not the most.
    pub(super) fn has_least(&self) -> bool {
        self.budget.is_some_and(|key| key.starts_with("min_"))
    }

    /// A value for people; `?` if it is not known.
    pub(crate) fn display(&self, value: &Cell) -> String {
        match value {
            Cell::Unknown if self.is_bound() => "none".to_owned(),
            Cell::Unknown => "?".to_owned(),
            Cell::Percent(_) => format!("{value} %"),
            Cell::Number(number) => grouped(*number).to_string(),
            _ => value.to_string(),
        }
    }

    /// Reads the next value of a table of TOML.
    fn read<'de, A: MapAccess<'de>>(&self, map: &mut A) -> Result<Cell, A::Error> {
        Ok(match self.key {
            _ if self.is_bound() => map.next_value::<Dims>()?.into(),
            Key::OccupancyPercent => self.cell_of(map.next_value()?),
            Key::Figure(Figure::CodeBytes) => map.next_value::<u64>()?.into(),
            _ => map.next_value::<u32>()?.into(),
        })
    }

    /// The value of a number in a baseline, which for occupancy is in percent.
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "below zero or too large, it is the nearest value"
    )]
    pub(crate) fn cell_of(&self, number: f64) -> Cell {
        match self.key {
            Key::OccupancyPercent => Cell::Percent((number * 10.0).round().min(1000.0) as u64),
            _ => Cell::Number(number as u64),
        }
    }
}
