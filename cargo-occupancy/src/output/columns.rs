//! The columns of the tables: of `occupancy inspect`, `calculate` and `report`.
//!
//! The header of an argument is in its row, in `occupancy_core::kernel::argument::table`; what `calculate` and `report`
//! add to it, in `occupancy_report::calculator::calculated`.

use std::sync::LazyLock;

use occupancy_core::kernel::Argument;
use occupancy_report::calculator::{Cell, Row};

use super::column::{Column, Shown, ranked};
use crate::packages::{path, place};
use crate::row::title;

/// Columns that a narrow terminal can omit, the first ones first.
const OF_KERNELS: &str =
    "CUDA, barriers, code, stack, blocks/SM, block, spills, smem, bound by, target";

/// The columns of the table; the name, which can be long, is the last one.
pub(crate) static KERNELS: LazyLock<Vec<Column>> = LazyLock::new(|| {
    let mut columns = [
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
        bound_by(),
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
    // No launch bounds state the block: that is known.
    let others = columns.iter_mut().filter(|of| of.header != "block");
    others.for_each(|of| of.unknown = "?");
    ranked(columns, OF_KERNELS)
});

/// What limits the blocks: of kernels and of configurations alike.
fn bound_by() -> Column {
    Column::of("bound by", "binding_limits")
        .words()
        .alias(&["bound by", "bound"])
        .ascending("What limits the blocks, in alphabetical order")
}

/// Columns of a report that a narrow terminal can omit: what few configurations state goes first.
const OF_REPORTS: &str = "items per thread, SMs, barriers, static smem, carveout, cluster, grid, waves, smem, tail, \
                           spills, errors, warnings, place, bound by, compiled regs, regs, threads, GPU";

/// The columns of the table; the GPU, whose name can be long, is the last one.
pub(crate) static CALCULATIONS: LazyLock<Vec<Column>> = LazyLock::new(|| {
    let others = OF_REPORTS.replace("errors, ", "").replace(", GPU", "");
    ranked(columns(), &others)
});

/// The same without ranks.
fn columns() -> impl Iterator<Item = Column> {
    let arguments = Argument::ALL.iter().copied().filter_map(of_argument);
    let figures = [
        Column::of("blocks/SM", "blocks_per_sm")
            .descending("Blocks that an SM holds, the most first")
            .alias(&["blocks", "blocks-per-sm", "blocks_per_sm"]),
        Column::of("occupancy", "occupancy_percent").descending("Occupancy, the highest first"),
        bound_by(),
        Column::of("waves", "waves")
            .grouped()
            .shown(Shown::IfKnown)
            .ascending("Waves of the grid, the fewest first"),
        Column::of("tail", "tail_efficiency_percent")
            .shown(Shown::IfKnown)
            .descending("Tail efficiency of the grid, the highest first")
            .alias(&["tail-efficiency", "tail_efficiency"]),
        Column::of("errors", "errors")
            .words()
            .shown(Shown::IfKnown)
            .ascending("Codes of errors, configurations without errors first"),
        Column::new("GPU", |row| match row.get("device") {
            Cell::Unknown => row.get("compute_capability").clone(),
            device => device.clone(),
        })
        .words()
        .named("gpu")
        .alias(&["arch", "device"])
        .ascending("GPU, in alphabetical order"),
    ];
    arguments.chain(figures)
}

/// The column of an argument that has one.
fn of_argument(argument: Argument) -> Option<Column> {
    let (header, words) = argument.row().column?;
    let key = argument.key();
    let column = match argument {
        Argument::Grid => Column::of(header, "grid_blocks").grouped(),
        Argument::Carveout => Column::new(header, |row| match row.get("carveout") {
            Cell::Number(percent) => Cell::Percent(percent.saturating_mul(10)),
            other => other.clone(),
        }),
        _ => Column::of(header, key),
    };
    let mut column = column
        .named(key.replace('_', "-"))
        .alias(&[key])
        .descending(format!("{words}, the most first"));
    // Most configurations have none of the others, and a default says nothing.
    if !["threads", "regs", "smem"].contains(&key) {
        column.shown = Shown::IfKnown;
        column.left_out = argument.row().left_out;
    }
    Some(column)
}

/// What the configuration comes to, what the kernel was compiled to, and where it is; the name, which can be long, is
/// the last one.
pub(crate) static REPORTED: LazyLock<Vec<Column>> = LazyLock::new(|| {
    let compiled = |header, name: &'static str| {
        let cell = move |row: &Row| row.row("compiled").get(name).clone();
        Column::new(header, cell).shown(Shown::IfKnown)
    };
    let mut all = Vec::new();
    for column in columns() {
        let header = column.header;
        if header == "GPU" {
            let warnings = Column::of("warnings", "warnings").words();
            all.push(warnings.shown(Shown::IfKnown));
        }
        all.push(column);
        if header == "regs" {
            all.push(compiled("compiled regs", "registers"));
            all.push(compiled("spills", "spill_instructions"));
        }
    }
    all.push(Column::new("place", |row| Cell::Text(place(row))).files());
    all.push(Column::new("kernel", |row| Cell::Text(path(row))).words());
    ranked(all, OF_REPORTS)
});

#[cfg(test)]
mod tests {
    use super::{CALCULATIONS, REPORTED};

    #[test]
    fn every_column_has_its_place() {
        let mut named: Vec<_> = REPORTED.iter().map(|column| column.header).collect();
        for column in CALCULATIONS.iter() {
            assert!(named.contains(&column.header), "{}", column.header);
        }
        named.sort_unstable();
        named.dedup();
        assert_eq!(named.len(), REPORTED.len());
        // A narrow terminal has these, and says which others it leaves out.
        let kept = ["blocks/SM", "occupancy", "kernel"];
        for column in REPORTED.iter() {
            let is_kept = kept.contains(&column.header);
            assert_ne!(column.rank.is_some(), is_kept, "{}", column.header);
        }
    }
}
