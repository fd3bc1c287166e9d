//! What `occupancy inspect` shows of kernels: the columns of a table, and the notes below it.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::LazyLock;

use occupancy_report::calculator::{Cell, Row};

use super::column::{Column, Shown, ranked};
use crate::row::title;
use crate::wrap::write_wrapped;

/// Columns that a narrow terminal can omit, the first ones first.
const DISPENSABLE: &str =
    "CUDA, barriers, code, stack, blocks/SM, block, spills, smem, bound by, target";

/// The columns of the table; the name, which can be long, is the last one.
pub(crate) static KERNELS: LazyLock<Vec<Column>> = LazyLock::new(|| {
    let columns = [
        Column::new("target", |row| {
            let is_relocatable = *row.get("is_relocatable") == Cell::Flag(true);
            let mark = if is_relocatable { "*" } else { "" };
            Cell::Text(format!("{}{mark}", row.text("target")))
        })
        .words()
        .numbered("Target that it was compiled for, ascending"),
        Column::of("regs", "registers")
            .descending("Registers per thread, the most first")
            .alias(&["registers"]),
        Column::of("smem", "static_shared_memory")
            .descending("Static shared memory per block, the most first"),
        Column::of("stack", "stack").descending("Stack per thread, the most first"),
        Column::of("spills", "spill_instructions")
            .descending("Instructions that spill registers, the most first"),
        Column::of("barriers", "barriers").descending("Named barriers, the most first"),
        Column::of("code", "code_bytes")
            .descending("Bytes of machine code, the most first")
            .alias(&["code-bytes", "size"]),
        Column::of("block", "block")
            .descending("Threads of the block, the most first")
            .alias(&["threads"]),
        Column::of("blocks/SM", "blocks_per_sm")
            .ascending("Blocks that an SM holds, the fewest first")
            .alias(&["blocks", "blocks-per-sm"]),
        Column::of("occupancy", "occupancy_percent").ascending("Occupancy, the lowest first"),
        Column::of("bound by", "binding_limits")
            .words()
            .named("bound-by")
            .alias(&["bound by", "bound"])
            .ascending("What limits the blocks, in alphabetical order"),
        Column::of("CUDA", "toolkit")
            .numbered("Toolkit that compiled it, the oldest first")
            .alias(&["toolkit"]),
        Column::new("file", |row| Cell::Text(title(row)))
            .files()
            .shown(Shown::IfDifferent)
            .ascending("File, in alphabetical order"),
        Column::of("kernel", "name")
            .words()
            .ascending("Name of the kernel, in alphabetical order")
            .alias(&["name", "symbol"]),
    ];
    let mut columns = ranked(columns, DISPENSABLE);
    for column in &mut columns {
        // No launch bounds state it: that is known.
        if column.header != "block" {
            column.unknown = "?";
        }
    }
    columns
});

/// A note below the table, and whether it is about a row.
type Note = (&'static str, fn(&Row) -> bool);

/// Those about what machine code states.
const NOTES: [Note; 8] = [
    (
        "block: launch bounds state the largest; smaller ones can be launched",
        |row| row.text("block_from") == "launch bounds",
    ),
    (
        "block -: no launch bounds; state it with `--threads` for occupancy",
        |row| is_unknown(row, "block"),
    ),
    (
        "blocks/SM 0: the block needs more than an SM has, and cannot be launched",
        |row| row.number("blocks_per_sm") == Some(0_u64),
    ),
    ("occupancy ?: the limits of this GPU are not known", |row| {
        is_unknown(row, "device")
    }),
    (
        "spills ?: CUDA before 12.8 does not state them; the stack may hold some",
        |row| is_unknown(row, "spill_instructions"),
    ),
    (
        "stack ?: the kernel recurses, or calls functions that are unknown before linking",
        |row| is_unknown(row, "stack"),
    ),
    (
        "*: not linked yet (-rdc=true); linking may raise registers, smem, stack and barriers",
        |row| *row.get("is_relocatable") == Cell::Flag(true),
    ),
    (
        "tcgen05: blocks/SM without tensor memory, whose columns no file states; fewer may work \
         at once, and the driver's occupancy API answers 1",
        |row| row.number("virtual_resources") > Some(0_u64),
    ),
];
/// The one about the others.
const OF_PTX: &str = "compute_: PTX, whose registers are unknown until it is compiled";

fn is_unknown(row: &Row, name: &str) -> bool {
    *row.get(name) == Cell::Unknown
}

/// Writes the notes about these rows; `smem` is the dynamic shared memory that they are launched with.
pub(crate) fn write_notes(
    rows: &[Row],
    smem: u32,
    out: &mut dyn Write,
    width: Option<usize>,
) -> io::Result<()> {
    let known = rows.iter().filter(|row| !is_unknown(row, "device"));
    let devices: BTreeMap<_, _> = known
        .map(|row| (row.text("target"), row.text("device")))
        .collect();
    if !devices.is_empty() {
        let devices = devices.iter();
        let devices = devices.map(|(target, device)| format!("{target} as on {device}"));
        let devices = devices.collect::<Vec<_>>().join(", ");
        let note =
            format!("occupancy: {devices}; with {smem} bytes of dynamic shared memory (--smem)");
        write_wrapped(out, &note, width)?;
    }
    let (ptx, compiled): (Vec<_>, Vec<_>) =
        rows.iter().partition(|row| is_unknown(row, "registers"));
    let said = NOTES
        .iter()
        .filter(|(_, is_about)| compiled.iter().any(|row| is_about(row)));
    let said = said
        .map(|(note, _)| *note)
        .chain((!ptx.is_empty()).then_some(OF_PTX));
    said.into_iter()
        .try_for_each(|note| write_wrapped(out, note, width))
}
