//! The columns of `occupancy inspect`.

use std::sync::LazyLock;

use occupancy_report::calculator::Cell;

use super::column::{Column, Shown, ranked};
use crate::row::title;

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
            .ascending("What limits the blocks, in alphabetical order")
            .named("bound-by", &["bound by", "bound"]),
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
