//! What stands below a table of kernels.

use std::collections::BTreeMap;
use std::io::{self, Write};

use occupancy_report::calculator::{Cell, Row};

use crate::wrap::write_wrapped;

/// A note below the table, and whether it is about a row.
type Note = (&'static str, fn(&Row) -> bool);

const NOTES: [Note; 9] = [
    (
        "block: launch bounds state the largest; smaller ones can be launched",
        |row| is_compiled(row) && row.text("block_from") == "launch bounds",
    ),
    (
        "block -: no launch bounds; state it with `--threads` for occupancy",
        |row| is_compiled(row) && is_unknown(row, "block"),
    ),
    (
        "blocks/SM 0: the block needs more than an SM has, and cannot be launched",
        |row| row.number("blocks_per_sm") == Some(0_u64),
    ),
    ("occupancy ?: the limits of this GPU are not known", |row| {
        is_compiled(row) && is_unknown(row, "device")
    }),
    (
        "spills ?: CUDA before 12.8 does not state them; the stack may hold some",
        |row| is_compiled(row) && is_unknown(row, "spill_instructions"),
    ),
    (
        "stack ?: the kernel recurses, or calls functions that are unknown before linking",
        |row| is_compiled(row) && is_unknown(row, "stack"),
    ),
    (
        "*: not linked yet (-rdc=true); linking may raise registers, smem, stack and barriers",
        |row| is_compiled(row) && *row.get("is_relocatable") == Cell::Flag(true),
    ),
    (
        "tcgen05: blocks/SM without tensor memory, whose columns no file states; fewer may work \
         at once, and the driver's occupancy API answers 1",
        |row| is_compiled(row) && row.number("virtual_resources") > Some(0_u64),
    ),
    (
        "compute_: PTX, whose registers are unknown until it is compiled",
        |row| !is_compiled(row),
    ),
];

fn is_compiled(row: &Row) -> bool {
    !is_unknown(row, "registers")
}

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
    let said = NOTES
        .iter()
        .filter(|(_, is_about)| rows.iter().any(is_about));
    said.map(|(note, _)| note)
        .try_for_each(|note| write_wrapped(out, note, width))
}
