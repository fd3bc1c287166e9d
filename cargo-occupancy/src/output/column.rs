//! The columns of the table, and the order of kernels by each.

use std::cmp::Ordering;

use clap::ValueEnum;

use super::layout::TableColumn;
use super::printable;
use super::sorted::Order;
use crate::dims::dims;
use crate::row::Row;

/// The mark for an unknown value.
const UNKNOWN: &str = "?";
/// The mark for a value that is not stated because nothing limits it.
const NONE: &str = "-";

/// A column. As a value of `--sort`, it has the name of its header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Column {
    /// Target that it was compiled for, ascending.
    Target,
    /// Registers per thread, the most first.
    #[value(alias = "registers")]
    Regs,
    /// Static shared memory per block, the most first.
    Smem,
    /// Stack per thread, the most first.
    Stack,
    /// Instructions that spill registers, the most first.
    Spills,
    /// Named barriers, the most first.
    Barriers,
    /// Bytes of machine code, the most first.
    #[value(aliases = ["code-bytes", "size"])]
    Code,
    /// Threads of the block, the most first.
    #[value(alias = "threads")]
    Block,
    /// Blocks that an SM holds, the fewest first.
    #[value(name = "blocks/SM", aliases = ["blocks", "blocks-per-sm"])]
    BlocksPerSm,
    /// Occupancy, the lowest first.
    Occupancy,
    /// What limits the blocks, in alphabetical order.
    #[value(name = "bound-by", aliases = ["bound by", "bound"])]
    BoundBy,
    /// Toolkit that compiled it, the oldest first.
    #[value(name = "CUDA", alias = "toolkit")]
    Cuda,
    /// File, in alphabetical order.
    File,
    /// Name of the kernel, in alphabetical order.
    #[value(aliases = ["name", "symbol"])]
    Kernel,
}

impl Column {
    /// In the order of the table. The name, which can be long, is the last one.
    pub(super) const ALL: [Self; 14] = [
        Self::Target,
        Self::Regs,
        Self::Smem,
        Self::Stack,
        Self::Spills,
        Self::Barriers,
        Self::Code,
        Self::Block,
        Self::BlocksPerSm,
        Self::Occupancy,
        Self::BoundBy,
        Self::Cuda,
        Self::File,
        Self::Kernel,
    ];

    pub(super) fn cell(self, row: &Row) -> String {
        let known =
            |value: Option<u32>| value.map_or(UNKNOWN.to_owned(), |value| value.to_string());
        match self {
            Self::Target if row.is_relocatable == Some(true) => format!("{}*", row.target),
            Self::Target => row.target.clone(),
            Self::Regs => known(row.registers),
            Self::Smem => known(row.static_shared_memory),
            Self::Stack => known(row.stack),
            Self::Spills => known(row.spill_instructions),
            Self::Barriers => known(row.barriers),
            Self::Code => row
                .code_bytes
                .map_or(UNKNOWN.to_owned(), |bytes| bytes.to_string()),
            Self::Block => row.block.map_or(NONE.to_owned(), dims),
            Self::BlocksPerSm => known(row.blocks_per_sm),
            Self::Occupancy => row
                .occupancy_percent
                .map_or(UNKNOWN.to_owned(), |percent| format!("{percent} %")),
            Self::BoundBy => row.binding_limits.clone().unwrap_or(UNKNOWN.to_owned()),
            Self::Cuda => row.toolkit.clone().unwrap_or(UNKNOWN.to_owned()),
            Self::File => printable(&row.title()),
            Self::Kernel => printable(&row.name),
        }
    }
}

impl TableColumn for Column {
    const NAME: Option<Self> = Some(Self::Kernel);
    const FILE: Option<Self> = Some(Self::File);

    fn dispensable() -> Vec<Self> {
        vec![
            Self::Cuda,
            Self::Barriers,
            Self::Code,
            Self::Stack,
            Self::BlocksPerSm,
            Self::Block,
            Self::Spills,
            Self::Smem,
            Self::BoundBy,
            Self::Target,
        ]
    }

    fn header(self) -> &'static str {
        match self {
            Self::Target => "target",
            Self::Regs => "regs",
            Self::Smem => "smem",
            Self::Stack => "stack",
            Self::Spills => "spills",
            Self::Barriers => "barriers",
            Self::Code => "code",
            Self::Block => "block",
            Self::BlocksPerSm => "blocks/SM",
            Self::Occupancy => "occupancy",
            Self::BoundBy => "bound by",
            Self::Cuda => "CUDA",
            Self::File => "file",
            Self::Kernel => "kernel",
        }
    }

    fn is_numeric(self) -> bool {
        !matches!(
            self,
            Self::Target | Self::BoundBy | Self::File | Self::Kernel
        )
    }
}

impl Order<Row> for Column {
    fn order(self, a: &Row, b: &Row, reverse: bool) -> Ordering {
        let most_first = !reverse;
        match self {
            Self::Target => numbered(Some(&a.target), Some(&b.target), reverse),
            Self::Regs => by(a.registers, b.registers, most_first),
            Self::Smem => by(a.static_shared_memory, b.static_shared_memory, most_first),
            Self::Stack => by(a.stack, b.stack, most_first),
            Self::Spills => by(a.spill_instructions, b.spill_instructions, most_first),
            Self::Barriers => by(a.barriers, b.barriers, most_first),
            Self::Code => by(a.code_bytes, b.code_bytes, most_first),
            Self::Block => by(threads(a), threads(b), most_first),
            Self::BlocksPerSm => by(a.blocks_per_sm, b.blocks_per_sm, reverse),
            Self::Occupancy => {
                // Percent, with one decimal.
                #[allow(clippy::cast_possible_truncation, reason = "at most 1000")]
                let tenths = |row: &Row| Some((row.occupancy_percent? * 10.0).round() as i64);
                by(tenths(a), tenths(b), reverse)
            }
            Self::BoundBy => by(
                a.binding_limits.as_ref(),
                b.binding_limits.as_ref(),
                reverse,
            ),
            Self::Cuda => numbered(a.toolkit.as_ref(), b.toolkit.as_ref(), reverse),
            Self::File => by(Some(a.title()), Some(b.title()), reverse),
            Self::Kernel => by(Some(&a.name), Some(&b.name), reverse),
        }
    }
}

fn threads(row: &Row) -> Option<u64> {
    let (x, y, z) = row.block?;
    Some(
        u64::from(x)
            .saturating_mul(y.into())
            .saturating_mul(z.into()),
    )
}

pub(super) fn by<T: Ord>(a: Option<T>, b: Option<T>, descending: bool) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) if descending => b.cmp(&a),
        (Some(a), Some(b)) => a.cmp(&b),
        (a, b) => b.is_some().cmp(&a.is_some()),
    }
}

/// The order of texts with numbers in them: `sm_100` after `sm_90`.
fn numbered(a: Option<&String>, b: Option<&String>, descending: bool) -> Ordering {
    let numbers = |text: &String| -> Vec<u64> {
        text.split(|char: char| !char.is_ascii_digit())
            .filter_map(|digits| digits.parse().ok())
            .collect()
    };
    let key = |text: Option<&String>| text.map(|text| (numbers(text), text.clone()));
    by(key(a), key(b), descending)
}
