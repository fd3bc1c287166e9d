//! One kernel, and its figures.

use std::collections::BTreeMap;
use std::mem::take;
use std::sync::LazyLock;

use occupancy_core::kernel::{Argument, Better, Figure};
use occupancy_core::text::grouped;
use occupancy_report::calculator::{Cell, Dims, Key, Row};
use occupancy_report::escape::visible;
use serde::de::MapAccess;
use serde::{Deserialize, Deserializer, Serialize};

use super::table::{self, Table};
use crate::name::{names, normalised, without_versions};
use crate::packages::{library, path};

/// What one kernel uses.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Kernel {
    /// The name in the source, spelled the same for all compilers, in visible characters, as the others.
    pub(crate) name: String,
    /// `sm_90`; for a declared kernel, the GPU: `h100`.
    pub(crate) target: String,
    /// The file, without its folder; for a declared kernel, the package.
    pub(crate) library: String,
    /// Its [figures](COMPARED), under the names of `occupancy inspect`.
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
    let figures: Vec<_> = KEYS.iter().map(|key| key.name()).collect();
    [&NAMES[..], &figures, &["accept", "before"]].concat()
});

const NAMES: [&str; 3] = ["name", "target", "library"];

impl Table for Kernel {
    const REQUIRED: usize = NAMES.len();

    fn keys() -> &'static [&'static str] {
        &ENTRY
    }

    fn set<'de, A: MapAccess<'de>>(&mut self, key: &str, map: &mut A) -> Result<(), A::Error> {
        match key {
            "name" => self.name = visible(&map.next_value::<String>()?),
            "target" => self.target = visible(&map.next_value::<String>()?),
            "library" => self.library = visible(&map.next_value::<String>()?),
            "before" => self.reason.before = map.next_value()?,
            _ => match Compared::named(key) {
                Some(figure) => self.figures.push(figure.key, figure.read(map)?),
                None => self.reason.accept = map.next_value()?,
            },
        }
        Ok(())
    }
}

impl<'de> Deserialize<'de> for Kernel {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut kernel: Self = table::read(from)?;
        kernel.figures = take(&mut kernel.figures).only(&KEYS);
        Ok(kernel)
    }
}

impl Kernel {
    /// A kernel of a file.
    pub(crate) fn of(row: Row, library: String) -> Self {
        let (name, target) = (normalised(row.text(Key::Symbol)), row.text(Key::Target));
        Self::new([name, target.to_owned(), library], row)
    }

    /// A kernel that an attribute declares, on one GPU. Spills, stack and code are those of the binary that it
    /// names.
    pub(crate) fn declared(row: Row) -> Self {
        // Of figures that both state, the attribute's count.
        let figures = Row::default()
            .with(Figure::Registers, row.get(Argument::Registers).clone())
            .with(
                Figure::StaticSharedMemory,
                row.get(Argument::StaticSharedMemory).clone(),
            )
            .with(Figure::Barriers, row.get(Argument::Barriers).clone())
            .with(Figure::Cluster, row.dims(Argument::Cluster))
            .with(Key::Block, row.dims(Argument::Threads))
            .with_row(row.row(Key::Compiled).clone());
        let names = [
            path(&row),
            row.text(Argument::Arch).to_owned(),
            library(&row),
        ];
        Self::new(names, figures.with_row(row))
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
        [vec![self.name.clone()], names(&self.symbol)].concat()
    }
}

/// A figure that is compared, or a launch bound; serialized by its key.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub(crate) struct Compared {
    pub(crate) key: Key,
    /// The figure in words.
    #[serde(skip)]
    pub(crate) words: &'static str,
    #[serde(skip)]
    pub(crate) better: Better,
    /// The key of a budget for it.
    #[serde(skip)]
    pub(super) budget: Option<&'static str>,
}

/// Those that come first in a baseline.
const FIRST: [Figure; 3] = [Figure::Registers, Figure::SpillInstructions, Figure::Stack];

/// All of them, in the order of a baseline.
pub(crate) static COMPARED: LazyLock<Vec<Compared>> = LazyLock::new(|| {
    let mut figures = Figure::ALL.to_vec();
    figures.sort_by_key(|figure| {
        FIRST
            .iter()
            .position(|first| first == figure)
            .unwrap_or(FIRST.len())
    });
    let all = figures.into_iter().filter_map(|figure| {
        let (words, better) = figure.row().compared?;
        Some(Compared {
            key: figure.into(),
            words,
            better,
            budget: figure.row().budget,
        })
    });
    let mut all: Vec<_> = all.collect();
    all.insert(
        all.len() - 1,
        Compared {
            key: Key::Block,
            words: "block",
            better: Better::Bound,
            budget: None,
        },
    );
    all.push(Compared {
        key: Key::OccupancyPercent,
        words: "occupancy",
        better: Better::More,
        budget: Some("min_occupancy"),
    });
    all
});

static KEYS: LazyLock<Vec<Key>> = LazyLock::new(|| COMPARED.iter().map(|of| of.key).collect());

impl Compared {
    /// The one of this name.
    pub(crate) fn named(name: &str) -> Option<&'static Self> {
        COMPARED.iter().find(|figure| figure.key.name() == name)
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
    pub(crate) fn shown(&self, value: &Cell) -> String {
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
            _ => map.next_value::<u64>()?.into(),
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
