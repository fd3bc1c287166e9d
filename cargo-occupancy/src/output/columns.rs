//! The columns of the tables: of `occupancy inspect`, `calculate` and `report`.
//!
//! The header of an argument and that of a figure of compiled code are in their rows, in the tables of
//! `occupancy_core::kernel`; what `calculate` and `report` add is in `occupancy_report::calculator::calculated`.

use std::sync::LazyLock;

use occupancy_core::kernel::{Argument, Figure};
use occupancy_report::calculator::{Cell, Key, Row};

use super::column::{Column, ShowWhen, ranked};
use crate::packages::{path, place};
use crate::row::{listed, title};

/// Columns that a narrow terminal can omit, the first ones first.
const OMITTED_OF_KERNELS: &str =
    "CUDA, barriers, code, stack, blocks/SM, block, spills, smem, bound by, target";

/// The columns of the table; the name, which can be long, is the last one.
pub(crate) static KERNELS: LazyLock<Vec<Column>> = LazyLock::new(|| {
    let target = Column::new("target", Key::Target, |row| {
        let is_relocatable = *row.get(Figure::Relocatable) == Cell::Flag(true);
        let mark = if is_relocatable { "*" } else { "" };
        Cell::Text(format!("{}{mark}", row.text(Key::Target)))
    });
    let mut columns = vec![
        target
            .textual()
            .numbered("Target that it was compiled for, ascending"),
    ];
    // The toolkit comes after what is calculated.
    let figures = listed().filter(|figure| *figure != Figure::Toolkit);
    columns.extend(figures.filter_map(figure_column));
    columns.extend([
        Column::of("block", Key::Block)
            .descending("Threads of the block, the most first")
            .alias(&["threads"]),
        blocks_per_sm().ascending("Blocks that an SM holds, the fewest first"),
        Column::of("occupancy", Key::OccupancyPercent).ascending("Occupancy, the lowest first"),
        bound_by(),
        Column::of("CUDA", Figure::Toolkit)
            .numbered("Toolkit that compiled it, the oldest first")
            .alias(&["toolkit"]),
        Column::new("file", Key::File, |row| Cell::Text(title(row)))
            .files()
            .show_when(ShowWhen::AnyDiffers)
            .ascending("File, in alphabetical order"),
        Column::of("kernel", Key::Name)
            .textual()
            .ascending("Name of the kernel, in alphabetical order")
            .alias(&["name", "symbol"]),
    ]);
    // No launch bounds state the block: that is known.
    let others = columns.iter_mut().filter(|of| of.key != Key::Block);
    others.for_each(|of| of.unknown = "?");
    ranked(columns, OMITTED_OF_KERNELS)
});

/// The column of a figure that has one.
fn figure_column(figure: Figure) -> Option<Column> {
    let (header, words) = figure.row().column?;
    let column = Column::of(header, figure).descending(format!("{words}, the most first"));
    Some(match figure {
        Figure::Registers => column.alias(&["registers"]),
        Figure::CodeBytes => column.alias(&["code-bytes", "size"]),
        _ => column,
    })
}

/// Resident blocks, in an order of their own.
fn blocks_per_sm() -> Column {
    let aliases = &["blocks", "blocks-per-sm", "blocks_per_sm"];
    Column::of("blocks/SM", Figure::BlocksPerSm).alias(aliases)
}

/// What limits the blocks: of kernels and of configurations alike.
fn bound_by() -> Column {
    Column::of("bound by", Key::BindingLimits)
        .textual()
        .alias(&["bound by", "bound"])
        .ascending("What limits the blocks, in alphabetical order")
}

/// Columns of a report that a narrow terminal can omit: what few configurations state goes first.
const OMITTED_OF_CALCULATIONS: &str = "items per thread, SMs, barriers, static smem, carveout, cluster, grid, waves, smem, tail, \
                           spills, errors, warnings, place, bound by, compiled regs, regs, threads, GPU";

/// The columns of the table; the GPU, whose name can be long, is the last one.
pub(crate) static CALCULATIONS: LazyLock<Vec<Column>> = LazyLock::new(|| {
    let mut all = ranked(columns(), OMITTED_OF_CALCULATIONS);
    // Of a list of configurations, these are what is asked for.
    let kept = [Key::Errors, Key::Device];
    let kept = all.iter_mut().filter(|of| kept.contains(&of.key));
    kept.for_each(|of| of.rank = None);
    all
});

/// The same without ranks.
fn columns() -> impl Iterator<Item = Column> {
    let arguments = Argument::ALL.iter().copied().filter_map(argument_column);
    let figures = [
        blocks_per_sm().descending("Blocks that an SM holds, the most first"),
        Column::of("occupancy", Key::OccupancyPercent).descending("Occupancy, the highest first"),
        bound_by(),
        Column::of("waves", Key::Waves)
            .grouped()
            .show_when(ShowWhen::AnyKnown)
            .ascending("Waves of the grid, the fewest first"),
        Column::of("tail", Key::TailEfficiencyPercent)
            .show_when(ShowWhen::AnyKnown)
            .descending("Tail efficiency of the grid, the highest first")
            .alias(&["tail-efficiency", "tail_efficiency"]),
        Column::of("errors", Key::Errors)
            .textual()
            .show_when(ShowWhen::AnyKnown)
            .ascending("Codes of errors, configurations without errors first"),
        Column::new("GPU", Key::Device, |row| match row.get(Key::Device) {
            Cell::Unknown => row.get(Key::ComputeCapability).clone(),
            device => device.clone(),
        })
        .textual()
        .value_name("gpu")
        .alias(&["arch", "device"])
        .ascending("GPU, in alphabetical order"),
    ];
    arguments.chain(figures)
}

/// The column of an argument that has one.
fn argument_column(argument: Argument) -> Option<Column> {
    let (header, words) = argument.row().column?;
    let key = argument.key();
    let column = match argument {
        Argument::Grid => Column::of(header, Key::GridBlocks).grouped(),
        Argument::Carveout => {
            Column::new(header, argument, |row| match row.get(Argument::Carveout) {
                Cell::Number(percent) => Cell::Percent(percent.saturating_mul(10)),
                other => other.clone(),
            })
        }
        _ => Column::of(header, argument),
    };
    let mut column = column
        .value_name(key.replace('_', "-"))
        .alias(&[key])
        .descending(format!("{words}, the most first"));
    // Most configurations have none of the others, and a default says nothing.
    if !matches!(
        argument,
        Argument::Threads | Argument::Registers | Argument::DynamicSharedMemory
    ) {
        column.show_when = ShowWhen::AnyKnown;
        column.left_out = argument.row().left_out;
    }
    Some(column)
}

/// What the configuration comes to, what the kernel was compiled to, and where it is; the name, which can be long, is
/// the last one.
pub(crate) static DECLARATIONS: LazyLock<Vec<Column>> = LazyLock::new(|| {
    let compiled = |header, figure: Figure| {
        let cell = move |row: &Row| match row.get(Key::Compiled) {
            Cell::Row(compiled) => compiled.get(figure).clone(),
            _ => Cell::Unknown,
        };
        Column::new(header, figure, cell).show_when(ShowWhen::AnyKnown)
    };
    let mut all = Vec::new();
    for column in columns() {
        let key = column.key;
        if key == Key::Device {
            let warnings = Column::of("warnings", Key::Warnings).textual();
            all.push(warnings.show_when(ShowWhen::AnyKnown));
        }
        all.push(column);
        if key == Argument::Registers.into() {
            all.push(compiled("compiled regs", Figure::Registers));
            all.push(compiled("spills", Figure::SpillInstructions));
        }
    }
    all.push(Column::new("place", Key::Line, |row| Cell::Text(place(row))).files());
    all.push(Column::new("kernel", Key::Name, |row| Cell::Text(path(row))).textual());
    ranked(all, OMITTED_OF_CALCULATIONS)
});

#[cfg(test)]
mod tests {
    use super::{CALCULATIONS, DECLARATIONS, KERNELS, OMITTED_OF_CALCULATIONS, OMITTED_OF_KERNELS};

    #[test]
    fn every_column_has_its_place() {
        let mut named: Vec<_> = DECLARATIONS.iter().map(|column| column.header).collect();
        for column in CALCULATIONS.iter() {
            assert!(named.contains(&column.header), "{}", column.header);
        }
        named.sort_unstable();
        named.dedup();
        assert_eq!(named.len(), DECLARATIONS.len());
        // A narrow terminal has these, and says which others it leaves out.
        let kept = ["regs", "occupancy", "file", "kernel"];
        for (columns, omitted, kept) in [
            (&KERNELS, OMITTED_OF_KERNELS, &kept[..]),
            (
                &DECLARATIONS,
                OMITTED_OF_CALCULATIONS,
                &["blocks/SM", "occupancy", "kernel"],
            ),
        ] {
            for column in columns.iter() {
                let is_kept = kept.contains(&column.header);
                let header = column.header;
                assert_ne!(column.rank.is_some(), is_kept, "{omitted} and `{header}`");
            }
            assert_eq!(omitted.split(", ").count() + kept.len(), columns.len());
        }
    }
}
