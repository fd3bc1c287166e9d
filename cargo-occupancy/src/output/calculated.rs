//! The table of `occupancy calculate`: a row for each configuration and GPU.

use std::cmp::Ordering;
use std::io::{self, Write};

use clap::ValueEnum;
use occupancy_calculator::{Calculated, Extent};
use occupancy_core::kernel::Argument;
use occupancy_core::text::grouped;

use super::column::by;
use super::layout::{Layout, TableColumn};
use super::sorted::Order;
use super::{Output, csv_columns};

/// The mark for a value that is unknown or does not apply.
const NONE: &str = "-";

/// A column. As a value of `--sort`, it has the name of its header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CalculatedColumn {
    /// Threads of the block, the most first.
    Threads,
    /// Registers per thread, the most first.
    Regs,
    /// Dynamic shared memory, the most first.
    Smem,
    /// Static shared memory, the most first.
    #[value(alias = "static_smem")]
    StaticSmem,
    /// Named barriers, the most first.
    Barriers,
    /// The carve-out, the most first.
    Carveout,
    /// Blocks per cluster, the most first.
    Cluster,
    /// Blocks of the grid, the most first.
    Grid,
    /// Elements per thread, the most first.
    #[value(alias = "items_per_thread")]
    ItemsPerThread,
    /// SMs that the kernel gets, the most first.
    Sms,
    /// Blocks that an SM holds, the most first.
    #[value(name = "blocks/SM", aliases = ["blocks", "blocks-per-sm", "blocks_per_sm"])]
    BlocksPerSm,
    /// Occupancy, the highest first.
    Occupancy,
    /// What limits the blocks, in alphabetical order.
    #[value(name = "bound-by", aliases = ["bound by", "bound"])]
    BoundBy,
    /// Waves of the grid, the fewest first.
    Waves,
    /// Tail efficiency of the grid, the highest first.
    #[value(aliases = ["tail-efficiency", "tail_efficiency"])]
    Tail,
    /// Codes of errors, configurations without errors first.
    Errors,
    /// GPU, in alphabetical order.
    #[value(aliases = ["arch", "device"])]
    Gpu,
}

impl CalculatedColumn {
    /// In the order of the table. The GPU, whose name can be long, is the last one.
    pub(super) const ALL: [Self; 17] = [
        Self::Threads,
        Self::Regs,
        Self::Smem,
        Self::StaticSmem,
        Self::Barriers,
        Self::Carveout,
        Self::Cluster,
        Self::Grid,
        Self::ItemsPerThread,
        Self::Sms,
        Self::BlocksPerSm,
        Self::Occupancy,
        Self::BoundBy,
        Self::Waves,
        Self::Tail,
        Self::Errors,
        Self::Gpu,
    ];

    /// Shown only if a row has a value: most configurations have none.
    pub(super) const fn is_optional(self) -> bool {
        matches!(
            self,
            Self::StaticSmem
                | Self::Barriers
                | Self::Carveout
                | Self::Cluster
                | Self::Grid
                | Self::ItemsPerThread
                | Self::Sms
                | Self::Waves
                | Self::Tail
                | Self::Errors
        )
    }

    /// The integer of the configuration that it has.
    const fn integer(self) -> Option<Argument> {
        Some(match self {
            Self::Regs => Argument::Registers,
            Self::Smem => Argument::DynamicSharedMemory,
            Self::StaticSmem => Argument::StaticSharedMemory,
            Self::Barriers => Argument::Barriers,
            Self::Carveout => Argument::Carveout,
            Self::ItemsPerThread => Argument::ItemsPerThread,
            Self::Sms => Argument::Sms,
            _ => return None,
        })
    }

    pub(super) fn cell(self, row: &Calculated) -> String {
        let none = || NONE.to_owned();
        match self {
            Self::Threads => row.asked.threads.to_string(),
            Self::Cluster => row
                .asked
                .cluster
                .map_or_else(none, |cluster| cluster.to_string()),
            Self::Grid => row
                .grid_blocks
                .map_or_else(none, |blocks| grouped(blocks).to_string()),
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
            Self::Regs
            | Self::Smem
            | Self::StaticSmem
            | Self::Barriers
            | Self::Carveout
            | Self::ItemsPerThread
            | Self::Sms => {
                let unit = if self == Self::Carveout { " %" } else { "" };
                // A default says nothing.
                let number = self.integer().and_then(|argument| {
                    if self.is_optional() {
                        row.asked.stated(argument)
                    } else {
                        row.asked.integer(argument)
                    }
                });
                number.map_or_else(none, |number| format!("{number}{unit}"))
            }
        }
    }
}

impl TableColumn for CalculatedColumn {
    const NAME: Option<Self> = Some(Self::Gpu);
    const FILE: Option<Self> = None;
    const DISPENSABLE: &'static [Self] = &[
        Self::ItemsPerThread,
        Self::Sms,
        Self::Barriers,
        Self::StaticSmem,
        Self::Carveout,
        Self::Cluster,
        Self::Grid,
        Self::Waves,
        Self::Smem,
        Self::Tail,
        Self::BoundBy,
        Self::Regs,
        Self::Threads,
    ];

    fn header(self) -> &'static str {
        match self {
            Self::Threads => "threads",
            Self::Regs => "regs",
            Self::Smem => "smem",
            Self::StaticSmem => "static smem",
            Self::Barriers => "barriers",
            Self::Carveout => "carveout",
            Self::Cluster => "cluster",
            Self::Grid => "grid",
            Self::ItemsPerThread => "items per thread",
            Self::Sms => "SMs",
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

impl Order<Calculated> for CalculatedColumn {
    fn order(self, a: &Calculated, b: &Calculated, reverse: bool) -> Ordering {
        let most_first = !reverse;
        // Percent has one decimal.
        #[allow(clippy::cast_possible_truncation, reason = "at most 1000")]
        let tenths = |percent: f64| (percent * 10.0).round() as i64;
        let size = |extent: Option<Extent>| extent.map(Extent::size);
        match self {
            Self::Threads => by(
                Some(a.asked.threads.size()),
                Some(b.asked.threads.size()),
                most_first,
            ),
            Self::Regs
            | Self::Smem
            | Self::StaticSmem
            | Self::Barriers
            | Self::Carveout
            | Self::ItemsPerThread
            | Self::Sms => {
                let number = |row: &Calculated| row.asked.integer(self.integer()?);
                by(number(a), number(b), most_first)
            }
            Self::Cluster => by(size(a.asked.cluster), size(b.asked.cluster), most_first),
            Self::Grid => by(a.grid_blocks, b.grid_blocks, most_first),
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
        let columns: Vec<_> = CalculatedColumn::ALL
            .into_iter()
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
