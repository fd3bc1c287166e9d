//! One kernel, and its figures.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use occupancy_core::text::grouped;
use occupancy_report::calculator::{Cell, Dims, Row};
use occupancy_report::escape::visible;
use serde::{Deserialize, Serialize};

use crate::name::{names, normalised, without_versions};
use crate::packages::{library, path};

/// What one kernel uses.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(from = "Stated")]
pub(crate) struct Kernel {
    /// The name in the source, spelled the same for all compilers, in visible characters, as the others.
    pub(crate) name: String,
    /// `sm_90`; for a declared kernel, the GPU: `h100`.
    pub(crate) target: String,
    /// The file, without its folder; for a declared kernel, the package.
    pub(crate) library: String,
    /// Its [figures](FIGURES), under the names of `occupancy inspect`.
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

/// An entry of a baseline: the figures of a kernel, and what people write beside them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stated {
    name: String,
    target: String,
    library: String,
    registers: Option<u32>,
    spill_instructions: Option<u32>,
    stack: Option<u32>,
    static_shared_memory: Option<u32>,
    barriers: Option<u32>,
    code_bytes: Option<u64>,
    max_block: Option<Dims>,
    required_block: Option<Dims>,
    cluster: Option<Dims>,
    block: Option<Dims>,
    blocks_per_sm: Option<u32>,
    occupancy_percent: Option<f64>,
    accept: Option<String>,
    before: Option<BTreeMap<String, f64>>,
}

impl From<Stated> for Kernel {
    fn from(stated: Stated) -> Self {
        let percent = |percent| figure_of("occupancy_percent", percent);
        let occupancy = stated.occupancy_percent.map_or(Cell::Unknown, percent);
        let figures = Row::default()
            .with_number("registers", stated.registers)
            .with_number("spill_instructions", stated.spill_instructions)
            .with_number("stack", stated.stack)
            .with_number("static_shared_memory", stated.static_shared_memory)
            .with_number("barriers", stated.barriers)
            .with_number("code_bytes", stated.code_bytes)
            .with_dims("max_block", stated.max_block)
            .with_dims("required_block", stated.required_block)
            .with_dims("cluster", stated.cluster)
            .with_dims("block", stated.block)
            .with_number("blocks_per_sm", stated.blocks_per_sm)
            .with("occupancy_percent", occupancy);
        Self {
            reason: Reason {
                accept: stated.accept,
                before: stated.before,
            },
            ..Self::new([stated.name, stated.target, stated.library], figures)
        }
    }
}

impl Kernel {
    /// A kernel of a file.
    pub(crate) fn of(row: Row, library: String) -> Self {
        let (name, target) = (normalised(row.text("symbol")), row.text("target"));
        Self::new([name, target.to_owned(), library], row)
    }

    /// A kernel that an attribute declares, on one GPU. Spills, stack and code are those of the binary that it
    /// names.
    pub(crate) fn declared(row: Row) -> Self {
        // Of figures with one name, the first counts.
        let figures = Row::default()
            .with("registers", row.get("regs").clone())
            .with("static_shared_memory", row.get("static_smem").clone())
            .with("barriers", row.get("barriers").clone())
            .with_dims("cluster", row.dims("cluster"))
            .with_dims("block", row.dims("threads"))
            .with_row(row.row("compiled").clone());
        let names = [path(&row), row.text("arch").to_owned(), library(&row)];
        Self::new(names, figures.with_row(row))
    }

    /// A kernel by its name, its target and its library.
    fn new(names: [String; 3], row: Row) -> Self {
        let [name, target, library] = names.map(|name| visible(&name));
        Self {
            name,
            target,
            library,
            symbol: row.text("symbol").to_owned(),
            toolkit: row.text("toolkit").to_owned(),
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
pub(crate) struct Figure {
    /// Its name in JSON and in the baseline.
    pub(crate) key: &'static str,
    /// The figure in words.
    #[serde(skip)]
    pub(crate) words: &'static str,
    #[serde(skip)]
    pub(crate) better: Better,
}

/// Which direction of a figure is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Better {
    Less,
    More,
    /// Neither is better by itself.
    Neither,
    /// It is a launch bound, the cluster, or the block in force.
    Bound,
}

/// All figures, in the order of a baseline.
///
/// Code size changes with every change of the code, and blocks of another size have another number: neither is
/// better by itself. Occupancy judges the blocks per SM.
pub(crate) static FIGURES: [Figure; 12] = [
    figure("registers", "registers", Better::Less),
    figure("spill_instructions", "spill instructions", Better::Less),
    figure("stack", "stack bytes", Better::Less),
    figure("static_shared_memory", "static shared memory", Better::Less),
    figure("barriers", "barriers", Better::Less),
    figure("code_bytes", "code bytes", Better::Neither),
    figure("max_block", "launch bounds", Better::Bound),
    figure("required_block", "required block", Better::Bound),
    figure("cluster", "cluster", Better::Bound),
    figure("block", "block", Better::Bound),
    figure("blocks_per_sm", "blocks per SM", Better::Neither),
    figure("occupancy_percent", "occupancy", Better::More),
];

static KEYS: LazyLock<Vec<&str>> = LazyLock::new(|| FIGURES.iter().map(|of| of.key).collect());

const fn figure(key: &'static str, words: &'static str, better: Better) -> Figure {
    Figure { key, words, better }
}

impl Figure {
    pub(crate) fn of<'k>(&self, kernel: &'k Kernel) -> &'k Cell {
        kernel.figures.get(self.key)
    }

    pub(crate) fn is_bound(&self) -> bool {
        self.better == Better::Bound
    }

    /// Whether a budget states the least of it.
    pub(super) fn has_least(&self) -> bool {
        matches!(self.key, "blocks_per_sm" | "occupancy_percent")
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
}

/// A figure from its number in a baseline; what is no percentage is none.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "below zero or too large, it is the nearest value"
)]
pub(crate) fn figure_of(key: &str, number: f64) -> Cell {
    match key {
        "occupancy_percent" => Cell::Percent((number * 10.0).round().min(1000.0) as u64),
        _ => Cell::Number(number as u64),
    }
}
