//! The output of `occupancy calculate`: a row for each configuration and GPU.

use std::sync::LazyLock;

use occupancy_core::kernel::Argument;
use occupancy_report::calculator::Cell;

use super::column::{Column, Shown, ranked};

/// Columns of a report that a narrow terminal can omit: what few configurations state goes first.
pub(super) const DISPENSABLE: &str = "items per thread, SMs, barriers, static smem, carveout, cluster, grid, waves, smem, tail, \
                           spills, errors, warnings, place, bound by, compiled regs, regs, threads, GPU";

/// The columns of the table; the GPU, whose name can be long, is the last one.
pub(crate) static CALCULATIONS: LazyLock<Vec<Column>> = LazyLock::new(|| {
    let mut all = ranked(columns(), DISPENSABLE);
    for column in &mut all {
        if ["errors", "GPU"].contains(&column.header) {
            column.rank = None;
        }
    }
    all
});

/// The same without ranks.
pub(super) fn columns() -> impl Iterator<Item = Column> {
    let arguments = Argument::ALL.iter().copied().filter_map(of_argument);
    let figures = [
        Column::of("blocks/SM", "blocks_per_sm")
            .descending("Blocks that an SM holds, the most first")
            .alias(&["blocks", "blocks-per-sm", "blocks_per_sm"]),
        Column::of("occupancy", "occupancy_percent").descending("Occupancy, the highest first"),
        Column::of("bound by", "binding_limits")
            .words()
            .named("bound-by")
            .alias(&["bound by", "bound"])
            .ascending("What limits the blocks, in alphabetical order"),
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
    let stated = [
        Argument::Threads,
        Argument::Registers,
        Argument::DynamicSharedMemory,
    ];
    if !stated.contains(&argument) {
        column.shown = Shown::IfKnown;
        column.left_out = argument.row().left_out;
    }
    Some(column)
}
