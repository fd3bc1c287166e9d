//! The columns of the tables of `occupancy inspect`, `calculate` and `report`.
//!
//! The headers of arguments and of figures of compiled code are in their rows, in the tables of
//! `occupancy_core::kernel`.

use std::sync::LazyLock;

use occupancy_core::kernel::{Argument, Figure};
use occupancy_report::calculator::Key;

use super::column::Order::{Ascending, Descending, Numbered};
use super::column::{Column, ShowWhen};
use crate::row::{FIGURES, keys};

/// The columns of kernels that a narrow terminal omits, the first ones first.
const OMITTED_OF_KERNELS: [Key; 12] = keys! {
    Figure: Toolkit Barriers CodeBytes Sgprs Stack BlocksPerSm;
    Key: Block;
    Figure: SpillInstructions SpilledVgprs StaticSharedMemory;
    Key: BindingLimits Target;
};

/// Ranks the columns that a narrow terminal omits.
fn ranked(mut columns: Vec<Column>, omitted: &[Key]) -> Vec<Column> {
    for column in &mut columns {
        column.rank = omitted.iter().position(|key| *key == column.key);
    }
    columns
}

/// Columns in rows: the header, the key, the order with the help of `--sort`, and its other names there.
macro_rules! columns {
    ($($header:literal $key:expr, $order:ident $help:literal $([$($alias:literal)+])?;)+) => {
        [$(Column::new($header, $key, $order, $help, &[$($($alias),+)?])),+]
    };
}

/// The columns of `occupancy inspect`; the name, which can be long, is the last one.
pub(crate) static KERNELS: LazyLock<Vec<Column>> = LazyLock::new(|| {
    let mut columns = Vec::from(columns! {
        "target" Key::Target, Numbered "Target that it was compiled for, ascending";
    });
    // The toolkit comes after the occupancy.
    let figures = FIGURES.iter().filter(|figure| **figure != Figure::Toolkit);
    columns.extend(figures.filter_map(|figure| figure_column(*figure)));
    columns.extend(columns! {
        "block" Key::Block, Descending "Threads of the block, the most first" ["threads"];
        "blocks/SM" Figure::BlocksPerSm, Ascending "Blocks that an SM holds, the fewest first"
            ["blocks" "blocks-per-sm" "blocks_per_sm"];
        "occupancy" Key::OccupancyPercent, Ascending "Occupancy, the lowest first";
        "bound by" Key::BindingLimits, Ascending "What limits the blocks, in alphabetical order" ["bound by" "bound"];
        "CUDA" Figure::Toolkit, Numbered "Toolkit that compiled it, the oldest first" ["toolkit"];
        "file" Key::File, Ascending "File, in alphabetical order";
        "kernel" Key::Name, Ascending "Name of the kernel, in alphabetical order" ["name" "symbol"];
    });
    // A block that no launch bounds state is not unknown.
    let others = columns.iter_mut().filter(|column| column.key != Key::Block);
    others.for_each(|column| column.unknown = "?");
    ranked(columns, &OMITTED_OF_KERNELS)
});

/// The column of a figure, if its row states one.
fn figure_column(figure: Figure) -> Option<Column> {
    let aliases: &[_] = match figure {
        Figure::Registers => &["registers"],
        Figure::CodeBytes => &["code-bytes", "size"],
        _ => &[],
    };
    Some(most_first(figure, figure.row().column?, aliases))
}

/// The column with this header, and words for its help.
fn most_first(
    key: impl Into<Key>,
    (header, words): (&'static str, &str),
    aliases: &[&'static str],
) -> Column {
    let help = format!("{words}, the most first");
    Column::new(header, key, Descending, help, aliases)
}

/// The columns of configurations that a narrow terminal omits: first those that few configurations state.
const OMITTED_OF_CALCULATIONS: [Key; 28] = keys! {
    Key: Tiles TensorMemoryColumns AccumulatorRegisters FlopPerByte;
    Argument: Tile Setmaxnreg ThreadsPerItem ItemsPerThread Sms Barriers StaticSharedMemory Carveout Cluster Sgprs;
    Key: GridBlocks Waves;
    Argument: DynamicSharedMemory;
    Key: TailEfficiencyPercent;
    Figure: SpillInstructions SpilledVgprs;
    Key: Warnings Line BindingLimits;
    Figure: Registers Vgprs;
    Argument: Registers Vgprs Threads;
};

/// The columns of `occupancy calculate`.
pub(crate) static CALCULATIONS: LazyLock<Vec<Column>> =
    LazyLock::new(|| ranked(columns(), &OMITTED_OF_CALCULATIONS));

/// The columns of a configuration and its occupancy; the GPU, whose name can be long, is the last one.
fn columns() -> Vec<Column> {
    let arguments = Argument::ALL.iter().copied();
    let mut columns: Vec<_> = arguments.filter_map(argument_column).collect();
    columns.extend(columns! {
        "tile" Argument::Tile, Ascending "Tile, in alphabetical order";
        "accumulators" Key::AccumulatorRegisters, Ascending "Registers of accumulators, the fewest first"
            ["accumulator-registers" "accumulator_registers"];
        "columns" Key::TensorMemoryColumns, Ascending "Columns of tensor memory, the fewest first"
            ["tensor-memory-columns" "tensor_memory_columns"];
        "FLOP/byte" Key::FlopPerByte, Descending "FLOP of the tile per byte, the most first"
            ["flop-per-byte" "flop_per_byte"];
        "tiles" Key::Tiles, Ascending "Tiles of the product, the fewest first";
        "blocks/SM" Figure::BlocksPerSm, Descending "Blocks that an SM holds, the most first"
            ["blocks" "blocks-per-sm" "blocks_per_sm"];
        "occupancy" Key::OccupancyPercent, Descending "Occupancy, the highest first";
        "bound by" Key::BindingLimits, Ascending "What limits the blocks, in alphabetical order" ["bound by" "bound"];
        "waves" Key::Waves, Ascending "Waves of the grid, the fewest first";
        "tail" Key::TailEfficiencyPercent, Descending "Tail efficiency of the grid, the highest first"
            ["tail-efficiency" "tail_efficiency"];
        "errors" Key::Errors, Ascending "Codes of errors, configurations without errors first";
        "GPU" Key::Device, Ascending "GPU, in alphabetical order" ["arch" "device"];
    });
    // Few configurations state one of the others.
    let in_any_case = keys! {
        Argument: Threads DynamicSharedMemory;
        Figure: BlocksPerSm;
        Key: OccupancyPercent BindingLimits Device;
    };
    for column in &mut columns {
        if !in_any_case.contains(&column.key) {
            column.show_when = ShowWhen::AnyKnown;
        }
    }
    columns
}

/// The column of an argument, if its row states one.
fn argument_column(argument: Argument) -> Option<Column> {
    let key = match argument {
        Argument::Grid => Key::GridBlocks,
        _ => argument.into(),
    };
    let words = argument.row().column?;
    Some(most_first(key, words, &[argument.key()]))
}

/// The columns of `occupancy report`: the configuration and its occupancy, the compiled code, and the place; the name,
/// which can be long, is the last one.
pub(crate) static DECLARATIONS: LazyLock<Vec<Column>> = LazyLock::new(|| {
    let mut all = Vec::new();
    for column in columns() {
        let key = column.key;
        if key == Key::Device {
            all.push(unsorted("warnings", Key::Warnings));
        }
        all.push(column);
        if key == Argument::Registers.into() {
            all.push(unsorted("compiled regs", Figure::Registers));
            all.push(unsorted("spills", Figure::SpillInstructions));
        }
        if key == Argument::Vgprs.into() {
            all.push(unsorted("compiled VGPRs", Figure::Vgprs));
            all.push(unsorted("spilled VGPRs", Figure::SpilledVgprs));
        }
    }
    all.extend([unsorted("place", Key::Line), unsorted("kernel", Key::Name)]);
    let omitted = [&OMITTED_OF_CALCULATIONS[..], &[Key::Device]].concat();
    ranked(all, &omitted)
});

/// A column that `--sort` does not have, for rows of which any has a value.
fn unsorted(header: &'static str, key: impl Into<Key>) -> Column {
    Column {
        show_when: ShowWhen::AnyKnown,
        ..Column::new(header, key, Ascending, "", &[])
    }
}

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
            (
                &KERNELS,
                &["regs", "VGPRs", "occupancy", "file", "kernel"][..],
            ),
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
