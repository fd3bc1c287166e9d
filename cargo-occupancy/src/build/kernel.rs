//! One kernel with its metrics.

use std::rc::Rc;
use std::sync::LazyLock;

use itertools::Itertools;
use occupancy_core::gpu::Words;
use occupancy_core::kernel::{Argument, Better, Figure};
use occupancy_core::{Arch, Multiprocessor, text::grouped};
use occupancy_report::calculator::{Cell, Key, Row};
use occupancy_report::escape::visible;
use serde::Serialize;

use crate::name::{KernelName, Names, spellings};
use crate::packages::{Declaration, library, path};
use crate::row::{FIGURES, compiled_row, keys, rank, title};
use crate::selection::{arch, vendor};

/// A kernel with its metrics.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kernel {
    pub(crate) name: Rc<KernelName>,
    /// `sm_90`; for a declared kernel, the GPU: `h100`.
    pub(crate) target: Rc<str>,
    /// The file, without its folder; for a declared kernel, the package.
    pub(crate) library: Rc<str>,
    /// The values of its [metrics](METRICS), under the names of `occupancy inspect`.
    pub(crate) figures: Rc<Row>,
    /// The toolkit that compiled it, if it is known.
    pub(crate) toolkit: Option<Rc<str>>,
    /// The register limit of the compiler, if the file states it.
    pub(crate) register_cap: Option<u32>,
    /// The GPU of a kernel that an attribute declares.
    pub(crate) arch: Option<Arch>,
    /// The file and the line of the attribute that declares it.
    pub(crate) attribute: Option<(String, usize)>,
    /// How compiled kernels break what the attribute declares.
    pub(crate) exceeded: Vec<String>,
    pub(crate) reason: Reason,
    /// The line of its entry in a baseline, counted from 1.
    pub(crate) line: Option<usize>,
}

/// The reason why a kernel may be worse, which people write in a baseline.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Reason {
    /// The reason in words.
    pub(crate) accept: Option<String>,
    /// The metrics that the reason excuses, as they were before, once they are written down.
    pub(crate) was: Option<Row>,
}

impl Kernel {
    /// A kernel of a file.
    pub(crate) fn from_row(row: &Row, names: &mut Names) -> Self {
        let name = names.of_symbol(row.text(Key::Symbol));
        let target = row.text(Key::Target);
        Self::new(name, [target, &title(row)], row)
    }

    /// A kernel that an attribute declares, on one GPU. Spills, stack and code are those of the binary that the
    /// attribute names.
    pub(crate) fn declared(declaration: Declaration, names: &mut Names) -> Self {
        use Figure::{Barriers, Registers, Sgprs, Vgprs};
        // A figure that the attribute and the binary state is that of the attribute.
        let kernel = &declaration.configuration.kernel;
        let vendor = declaration.arch.multiprocessor().vendor();
        let of = |figure: Figure, number| figure.is_of(vendor).then_some(number);
        let compiled = declaration.configuration.compiled.first();
        let figures = Row::default()
            .with(Registers, of(Registers, kernel.registers_per_thread))
            .with(Vgprs, of(Vgprs, kernel.vgprs))
            // Zero states none.
            .with(Sgprs, of(Sgprs, kernel.sgprs).filter(|sgprs| *sgprs > 0))
            .with(Figure::StaticSharedMemory, kernel.static_shared_memory)
            .with(Barriers, of(Barriers, kernel.barriers))
            .with(Figure::Cluster, kernel.cluster_dim)
            .with(Key::Block, kernel.block_dim)
            .with_row(compiled.map(compiled_row).unwrap_or_default());
        let row = declaration.row;
        let threads = match kernel.block_dim {
            _ if !declaration.has_sizes => String::new(),
            (x, 1, 1) => format!(" ({x} threads)"),
            block_dim => format!(" ({block_dim:?} threads)"),
        };
        let name = names.of_name(&(path(&row) + &threads));
        let places = [row.text(Argument::Arch), &library(&row)];
        Self {
            arch: Some(declaration.arch),
            exceeded: declaration.exceeded,
            attribute: Some((declaration.source, row.number(Key::Line).unwrap_or(1))),
            ..Self::new(name, places, &figures.with_row(row.clone()))
        }
    }

    /// A kernel of this name, target and library, with the metrics of the row.
    pub(crate) fn new(name: Rc<KernelName>, places: [&str; 2], row: &Row) -> Self {
        let [target, library] = places.map(|name| Rc::from(visible(name)));
        let toolkit = row.text(Figure::Toolkit);
        Self {
            name,
            figures: Rc::new(without_spills(row, &target).only(&KEYS)),
            target,
            library,
            toolkit: Some(toolkit).filter(|it| !it.is_empty()).map(Rc::from),
            register_cap: row.number(Figure::RegisterCap),
            ..Self::default()
        }
    }

    /// The sort key of a baseline.
    pub(crate) fn key(&self) -> (&str, &str, &str) {
        (&self.name.full, &self.target, &self.library)
    }

    /// Returns `true` if its code can have the figure.
    pub(crate) fn has(&self, figure: Figure) -> bool {
        let arch = self.arch.as_ref().map(Arch::multiprocessor);
        figure.is_of(arch.map_or_else(|| vendor(&self.target), Multiprocessor::vendor))
    }

    /// The names by which it can be selected.
    pub(super) fn names(&self) -> Vec<String> {
        [vec![self.name.full.clone()], spellings(&self.name.symbol)].concat()
    }
}

/// The words that are true for the GPUs of kernels.
pub(crate) fn words<'k>(kernels: impl IntoIterator<Item = &'k Kernel>) -> Words {
    // A baseline has only their names.
    let arch = |it: &Kernel| it.arch.or_else(|| arch(&it.target));
    Words::of(&kernels.into_iter().filter_map(arch).collect_vec())
}

/// Spilled registers are on the stack: without one, there are none, whatever the toolkit states.
fn without_spills(row: &Row, target: &str) -> Row {
    let spills = row.get(Figure::SpillInstructions);
    let is_none = *row.get(Figure::Stack) == Cell::Number(0)
        && *spills == Cell::Unknown
        && Figure::SpillInstructions.is_of(vendor(target));
    let none = is_none.then(|| (Figure::SpillInstructions.into(), 0_u32.into()));
    none.into_iter().collect::<Row>().with_row(row.clone())
}

/// A value that is compared between builds: a figure, a launch bound, or the occupancy. It is serialized as its key.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub(crate) struct Metric {
    pub(crate) key: Key,
    /// The name for people, in the words of NVIDIA: `spills`.
    #[serde(skip)]
    pub(crate) label: &'static str,
    #[serde(skip)]
    pub(crate) better: Better,
    /// The key of its budget.
    #[serde(skip)]
    pub(crate) budget: Option<&'static str>,
}

/// The figures that come first in a baseline.
const FIRST: [Key; 6] =
    keys! { Figure: Registers Vgprs Sgprs SpillInstructions SpilledVgprs Stack; };

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
    /// The value for a kernel.
    pub(crate) fn value<'k>(&self, kernel: &'k Kernel) -> &'k Cell {
        kernel.figures.get(self.key)
    }

    pub(crate) fn is_bound(&self) -> bool {
        self.better == Better::Bound
    }

    /// Returns `true` if its budget states the least value, and not the most.
    pub(crate) fn has_least(&self) -> bool {
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
}
