//! The table of `occupancy calculate`: a row for each configuration and GPU.

use std::cmp::Ordering;
use std::io::{self, Write};
use std::sync::LazyLock;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use occupancy_core::kernel::Argument;
use occupancy_core::text::grouped;
use occupancy_report::calculator::{Calculated, Figure};

use super::Output;
use super::column::by;
use super::csv::csv_columns;
use super::layout::{Layout, TableColumn};
use super::sorted::Order;

/// The mark for a value that is unknown or does not apply.
const NONE: &str = "-";

/// A column. As a value of `--sort`, it has the name of its header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CalculatedColumn {
    /// What is asked for, the most first.
    Of(Argument),
    BlocksPerSm,
    Occupancy,
    BoundBy,
    Waves,
    Tail,
    Errors,
    Gpu,
}

impl ValueEnum for CalculatedColumn {
    /// In the order of the table. The GPU, whose name can be long, is the last one.
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<CalculatedColumn>> = LazyLock::new(|| {
            let all = Argument::ALL.iter().copied();
            let arguments = all.filter(|argument| argument.column().is_some());
            let mut columns: Vec<_> = arguments.map(CalculatedColumn::Of).collect();
            columns.extend([
                CalculatedColumn::BlocksPerSm,
                CalculatedColumn::Occupancy,
                CalculatedColumn::BoundBy,
                CalculatedColumn::Waves,
                CalculatedColumn::Tail,
                CalculatedColumn::Errors,
                CalculatedColumn::Gpu,
            ]);
            columns
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, aliases, help): (_, &[_], _) = match self {
            Self::Of(argument) => {
                let (_, words) = argument.column()?;
                let name = argument.key().replace('_', "-");
                let value = PossibleValue::new(&name).help(format!("{words}, the most first"));
                let is_alias = name != argument.key();
                return Some(value.aliases(is_alias.then_some(argument.key())));
            }
            Self::BlocksPerSm => (
                "blocks/SM",
                &["blocks", "blocks-per-sm", "blocks_per_sm"],
                "Blocks that an SM holds, the most first",
            ),
            Self::Occupancy => ("occupancy", &[], "Occupancy, the highest first"),
            Self::BoundBy => (
                "bound-by",
                &["bound by", "bound"],
                "What limits the blocks, in alphabetical order",
            ),
            Self::Waves => ("waves", &[], "Waves of the grid, the fewest first"),
            Self::Tail => (
                "tail",
                &["tail-efficiency", "tail_efficiency"],
                "Tail efficiency of the grid, the highest first",
            ),
            Self::Errors => (
                "errors",
                &[],
                "Codes of errors, configurations without errors first",
            ),
            Self::Gpu => ("gpu", &["arch", "device"], "GPU, in alphabetical order"),
        };
        Some(PossibleValue::new(name).aliases(aliases).help(help))
    }
}

impl CalculatedColumn {
    pub(super) const THREADS: Self = Self::Of(Argument::Threads);
    pub(super) const REGS: Self = Self::Of(Argument::Registers);

    /// Shown only if a row has a value: most configurations have none.
    pub(super) const fn is_optional(self) -> bool {
        match self {
            Self::Of(argument) => !matches!(
                argument,
                Argument::Threads | Argument::Registers | Argument::DynamicSharedMemory
            ),
            Self::Waves | Self::Tail | Self::Errors => true,
            _ => false,
        }
    }

    pub(super) fn cell(self, row: &Calculated) -> String {
        let none = || NONE.to_owned();
        match self {
            Self::Of(Argument::Grid) => row
                .grid_blocks
                .map_or_else(none, |blocks| grouped(blocks).to_string()),
            Self::Of(argument) => match row.asked.get(argument) {
                None => none(),
                // A default says nothing.
                Some(Figure::Integer(number))
                    if self.is_optional() && argument.left_out() == Some(*number) =>
                {
                    none()
                }
                Some(percent) if argument == Argument::Carveout => format!("{percent} %"),
                Some(figure) => figure.to_string(),
            },
            Self::BlocksPerSm => row.blocks_per_sm.to_string(),
            Self::Occupancy => format!("{} %", row.occupancy_percent),
            Self::BoundBy => row.binding_limits.clone().unwrap_or_else(none),
            Self::Waves => row
                .waves
                .map_or_else(none, |waves| grouped(waves).to_string()),
            Self::Tail => row
                .tail_efficiency_percent
                .map_or_else(none, |percent| format!("{percent} %")),
            Self::Errors if row.errors.is_empty() => none(),
            Self::Errors => row.errors.join(" "),
            Self::Gpu => row
                .device
                .map_or_else(|| row.compute_capability.to_owned(), str::to_owned),
        }
    }
}

impl TableColumn for CalculatedColumn {
    const NAME: Option<Self> = Some(Self::Gpu);
    const FILE: Option<Self> = None;

    /// What few configurations state goes first.
    fn dispensable() -> Vec<Self> {
        const LAST: [CalculatedColumn; 12] = [
            CalculatedColumn::Of(Argument::Sms),
            CalculatedColumn::Of(Argument::Barriers),
            CalculatedColumn::Of(Argument::StaticSharedMemory),
            CalculatedColumn::Of(Argument::Carveout),
            CalculatedColumn::Of(Argument::Cluster),
            CalculatedColumn::Of(Argument::Grid),
            CalculatedColumn::Waves,
            CalculatedColumn::Of(Argument::DynamicSharedMemory),
            CalculatedColumn::Tail,
            CalculatedColumn::BoundBy,
            CalculatedColumn::REGS,
            CalculatedColumn::THREADS,
        ];
        let all = Self::value_variants().iter().copied();
        let others = all.filter(|column| matches!(column, Self::Of(_)) && !LAST.contains(column));
        others.chain(LAST).collect()
    }

    fn header(self) -> &'static str {
        match self {
            Self::Of(argument) => argument.column().map_or("", |(header, _)| header),
            Self::BlocksPerSm => "blocks/SM",
            Self::Occupancy => "occupancy",
            Self::BoundBy => "bound by",
            Self::Waves => "waves",
            Self::Tail => "tail",
            Self::Errors => "errors",
            Self::Gpu => "GPU",
        }
    }

    fn is_numeric(self) -> bool {
        !matches!(self, Self::BoundBy | Self::Errors | Self::Gpu)
    }
}

/// What a figure is sorted by.
fn size(row: &Calculated, argument: Argument) -> Option<u128> {
    match row.asked.get(argument)? {
        Figure::Extent(extent) => Some(extent.size()),
        Figure::Integer(number) => Some((*number).into()),
        _ => None,
    }
}

impl Order<Calculated> for CalculatedColumn {
    fn order(self, a: &Calculated, b: &Calculated, reverse: bool) -> Ordering {
        let most_first = !reverse;
        // Percent has one decimal.
        #[allow(clippy::cast_possible_truncation, reason = "at most 1000")]
        let tenths = |percent: f64| (percent * 10.0).round() as i64;
        match self {
            Self::Of(Argument::Grid) => by(a.grid_blocks, b.grid_blocks, most_first),
            Self::Of(argument) => by(size(a, argument), size(b, argument), most_first),
            Self::BlocksPerSm => by(Some(a.blocks_per_sm), Some(b.blocks_per_sm), most_first),
            Self::Occupancy => by(
                Some(tenths(a.occupancy_percent)),
                Some(tenths(b.occupancy_percent)),
                most_first,
            ),
            Self::BoundBy => by(
                a.binding_limits.as_ref(),
                b.binding_limits.as_ref(),
                reverse,
            ),
            Self::Waves => by(a.waves, b.waves, reverse),
            Self::Tail => by(
                a.tail_efficiency_percent.map(tenths),
                b.tail_efficiency_percent.map(tenths),
                most_first,
            ),
            Self::Errors => by(Some(&a.errors), Some(&b.errors), reverse),
            Self::Gpu => by(Some(self.cell(a)), Some(self.cell(b)), reverse),
        }
    }
}

pub(crate) struct CalculatedTable<'a> {
    out: &'a mut dyn Write,
    width: Option<usize>,
    rows: Vec<Calculated>,
}

impl<'a> CalculatedTable<'a> {
    pub(crate) fn new(out: &'a mut dyn Write, width: Option<usize>) -> Self {
        Self {
            out,
            width,
            rows: Vec::new(),
        }
    }
}

impl Output<Calculated> for CalculatedTable<'_> {
    fn row(&mut self, row: Calculated) -> io::Result<()> {
        self.rows.push(row);
        Ok(())
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        let says_something = |column: &CalculatedColumn| {
            !column.is_optional() || self.rows.iter().any(|row| column.cell(row) != NONE)
        };
        let columns: Vec<_> = CalculatedColumn::value_variants()
            .iter()
            .copied()
            .filter(says_something)
            .collect();
        let cells = |row: &Calculated| columns.iter().map(|column| column.cell(row)).collect();
        let rows = self.rows.iter().map(cells).collect();
        Layout { columns, rows }.write(self.out, self.width)
    }
}

csv_columns! { Calculated {
    arch: text,
    asked: asked,
    device: maybe,
    compute_capability: text,
    sm_count: maybe,
    blocks_per_sm: number,
    warps_per_sm: number,
    max_warps_per_sm: number,
    occupancy_percent: number,
    binding_limits: maybe,
    register_limit: maybe,
    shared_memory_limit: maybe,
    warp_limit: maybe,
    block_slot_limit: maybe,
    barrier_limit: maybe,
    registers_per_block: maybe,
    shared_memory_per_block: maybe,
    shared_memory_per_sm: maybe,
    max_clusters: maybe,
    warps_needed: maybe,
    flop_per_byte: maybe,
    grid_blocks: maybe,
    waves: maybe,
    blocks_per_wave: maybe,
    last_wave_blocks: maybe,
    tail_efficiency_percent: maybe,
    errors: list,
    warnings: list,
}}
