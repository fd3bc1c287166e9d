//! The columns of the tables of `occupancy inspect`, `calculate` and `report`.
//!
//! The headers of arguments and of figures of compiled code are in their rows, in the tables of
//! `occupancy_core::kernel`.

use std::sync::LazyLock;

use occupancy_core::kernel::{Argument, Figure};
use occupancy_report::calculator::{Cell, Key, Row};

use super::column::Order::{Ascending, Descending, Numbered};
use super::column::{Column, ShowWhen};
use crate::packages::{path, place};
use crate::row::{FIGURES, title};

/// Keys of columns, those of figures and arguments by their names.
macro_rules! keys {
    (@ Figure $name:ident) => { Key::Figure(Figure::$name) };
    (@ Argument $name:ident) => { Key::Argument(Argument::$name) };
    (@ Key $name:ident) => { Key::$name };
    ($($kind:ident: $($name:ident)+;)+) => { [$($(keys!(@ $kind $name)),+),+] };
}

/// The columns of kernels that a narrow terminal omits, the first ones first.
const OMITTED_OF_KERNELS: [Key; 10] = keys! {
    Figure: Toolkit Barriers CodeBytes Stack BlocksPerSm;
    Key: Block;
    Figure: SpillInstructions StaticSharedMemory;
    Key: BindingLimits Target;
};

/// Ranks the columns that a narrow terminal omits.
fn ranked(mut columns: Vec<Column>, omitted: &[Key]) -> Vec<Column> {
    for column in &mut columns {
        column.rank = omitted.iter().position(|key| *key == column.key);
    }
    columns
}

/// The columns of `occupancy inspect`; the name, which can be long, is the last one.
pub(crate) static KERNELS: LazyLock<Vec<Column>> = LazyLock::new(|| {
    let target = |row: &Row| {
        let is_relocatable = *row.get(Figure::Relocatable) == Cell::Flag(true);
        let mark = if is_relocatable { "*" } else { "" };
        Cell::Text(format!("{}{mark}", row.text(Key::Target)))
    };
    let mut columns = vec![
        Column::new("target", Key::Target, target)
            .textual()
            .sorted(Numbered, "Target that it was compiled for, ascending"),
    ];
    // The toolkit comes after the occupancy.
    columns.extend(FIGURES.iter().copied().filter_map(figure_column));
    columns.retain(|column| column.key != Figure::Toolkit.into());
    columns.extend([
        Column::of("block", Key::Block)
            .sorted(Descending, "Threads of the block, the most first")
            .alias(&["threads"]),
        blocks_per_sm().sorted(Ascending, "Blocks that an SM holds, the fewest first"),
        Column::of("occupancy", Key::OccupancyPercent)
            .sorted(Ascending, "Occupancy, the lowest first"),
        bound_by(),
        Column::of("CUDA", Figure::Toolkit)
            .sorted(Numbered, "Toolkit that compiled it, the oldest first")
            .alias(&["toolkit"]),
        Column::new("file", Key::File, |row| Cell::Text(title(row)))
            .files()
            .show_when(ShowWhen::AnyDiffers)
            .sorted(Ascending, "File, in alphabetical order"),
        Column::of("kernel", Key::Name)
            .textual()
            .sorted(Ascending, "Name of the kernel, in alphabetical order")
            .alias(&["name", "symbol"]),
    ]);
    // A block that no launch bounds state is not unknown.
    let others = columns.iter_mut().filter(|of| of.key != Key::Block);
    others.for_each(|of| of.unknown = "?");
    ranked(columns, &OMITTED_OF_KERNELS)
});

/// The column of a figure, if its row states one.
fn figure_column(figure: Figure) -> Option<Column> {
    let (header, words) = figure.row().column?;
    let column = Column::of(header, figure).sorted(Descending, format!("{words}, the most first"));
    Some(match figure {
        Figure::Registers => column.alias(&["registers"]),
        Figure::CodeBytes => column.alias(&["code-bytes", "size"]),
        _ => column,
    })
}

/// The column of resident blocks, without its order.
fn blocks_per_sm() -> Column {
    let aliases = &["blocks", "blocks-per-sm", "blocks_per_sm"];
    Column::of("blocks/SM", Figure::BlocksPerSm).alias(aliases)
}

/// The column of the limits that bind.
fn bound_by() -> Column {
    Column::of("bound by", Key::BindingLimits)
        .textual()
        .alias(&["bound by", "bound"])
        .sorted(Ascending, "What limits the blocks, in alphabetical order")
}

/// The columns of configurations that a narrow terminal omits: first those that few configurations state.
const OMITTED_OF_CALCULATIONS: [Key; 17] = keys! {
    Argument: ItemsPerThread Sms Barriers StaticSharedMemory Carveout Cluster;
    Key: GridBlocks Waves;
    Argument: DynamicSharedMemory;
    Key: TailEfficiencyPercent;
    Figure: SpillInstructions;
    Key: Warnings Line BindingLimits;
    Figure: Registers;
    Argument: Registers Threads;
};

/// The columns of `occupancy calculate`.
pub(crate) static CALCULATIONS: LazyLock<Vec<Column>> =
    LazyLock::new(|| ranked(columns(), &OMITTED_OF_CALCULATIONS));

/// The columns of a configuration and its occupancy; the GPU, whose name can be long, is the last one.
fn columns() -> Vec<Column> {
    let arguments = Argument::ALL.iter().copied();
    let mut columns: Vec<_> = arguments.filter_map(argument_column).collect();
    columns.extend([
        blocks_per_sm().sorted(Descending, "Blocks that an SM holds, the most first"),
        Column::of("occupancy", Key::OccupancyPercent)
            .sorted(Descending, "Occupancy, the highest first"),
        bound_by(),
        Column::of("waves", Key::Waves)
            .grouped()
            .show_when(ShowWhen::AnyKnown)
            .sorted(Ascending, "Waves of the grid, the fewest first"),
        Column::of("tail", Key::TailEfficiencyPercent)
            .show_when(ShowWhen::AnyKnown)
            .sorted(Descending, "Tail efficiency of the grid, the highest first")
            .alias(&["tail-efficiency", "tail_efficiency"]),
        Column::of("errors", Key::Errors)
            .textual()
            .show_when(ShowWhen::AnyKnown)
            .sorted(
                Ascending,
                "Codes of errors, configurations without errors first",
            ),
        Column::new("GPU", Key::Device, |row| match row.get(Key::Device) {
            Cell::Unknown => row.get(Key::ComputeCapability).clone(),
            device => device.clone(),
        })
        .textual()
        .value_name("gpu")
        .alias(&["arch", "device"])
        .sorted(Ascending, "GPU, in alphabetical order"),
    ]);
    columns
}

/// The column of an argument, if its row states one.
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
        .sorted(Descending, format!("{words}, the most first"));
    // Few configurations state one of the others, and a default says nothing.
    if !matches!(
        argument,
        Argument::Threads | Argument::Registers | Argument::DynamicSharedMemory
    ) {
        column.show_when = ShowWhen::AnyKnown;
        column.left_out = argument.row().left_out;
    }
    Some(column)
}

/// The columns of `occupancy report`: the configuration and its occupancy, the compiled code, and the place; the name,
/// which can be long, is the last one.
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
    ranked(
        all,
        &[&OMITTED_OF_CALCULATIONS[..], &[Key::Device]].concat(),
    )
});

#[cfg(test)]
mod tests {
    use super::{CALCULATIONS, DECLARATIONS, KERNELS};

    #[test]
    fn every_column_has_its_place() {
        let mut named: Vec<_> = DECLARATIONS.iter().map(|column| column.header).collect();
        for column in CALCULATIONS.iter() {
            assert!(named.contains(&column.header), "{}", column.header);
        }
        named.sort_unstable();
        named.dedup();
        assert_eq!(named.len(), DECLARATIONS.len());
        // A narrow terminal shows these, and says which others it omits. A report has no errors.
        for (columns, kept) in [
            (&KERNELS, &["regs", "occupancy", "file", "kernel"][..]),
            (
                &DECLARATIONS,
                &["blocks/SM", "occupancy", "errors", "kernel"],
            ),
        ] {
            for column in columns.iter() {
                let header = column.header;
                let is_kept = kept.contains(&header);
                assert_ne!(
                    column.rank.is_some(),
                    is_kept,
                    "say when a narrow terminal omits `{header}`"
                );
            }
        }
    }
}
