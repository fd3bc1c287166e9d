//! The tile of a matrix product: what it takes of a block, and how a product falls into tiles and waves.

use occupancy_core::Ratio;
use occupancy_core::kernel::Tile;
use occupancy_core::text::grouped;

use crate::profile::decimals;
use crate::verdict::Verdict;
use crate::words::{counted, only_if, table};

pub(super) fn tables(verdict: &Verdict<'_>) -> Option<String> {
    let tile = verdict.configuration.tile?;
    // How many blocks hold their accumulators at once.
    let at_once = tile.blocks_with_tensor_memory(verdict.sm);
    let accumulators = match tile.tensor_memory_columns() {
        Some(columns) => {
            let columns = counted(columns.into(), "column");
            let blocks = counted(at_once.unwrap_or(0).into(), "block");
            let hold = format!(": at most {blocks} hold theirs at once");
            let hold = only_if(at_once.is_some(), hold);
            format!("{columns} of tensor memory{hold}")
        }
        None => in_registers(verdict, &tile),
    };
    let Tile { m, n, k, .. } = tile;
    let stages = counted(tile.stages.into(), "stage");
    let bytes = grouped(tile.shared_memory());
    let flop_per_byte = tile.flop_per_byte().map(number).unwrap_or_default();
    let product = product_table(verdict, &tile, at_once).unwrap_or_default();
    let row =
        format!("| {m} × {n} × {k}, {stages} | {bytes} bytes | {accumulators} | {flop_per_byte} |");
    let head = "| tile | shared memory | accumulators | FLOP per byte |\n|---|--:|---|--:|";
    Some(table(head, &[row], String::clone) + &product)
}

fn in_registers(verdict: &Verdict<'_>, tile: &Tile) -> String {
    let extra = tile.extra_registers;
    let kernel = verdict.kernel;
    let threads = u32::try_from(kernel.threads_per_block()).unwrap_or(u32::MAX);
    let taken = grouped(tile.accumulator_registers(threads).unwrap_or_default());
    let of = counted(kernel.registers_per_thread.into(), "register");
    let beside = only_if(extra > 0, format!(", {} beside", grouped(extra.into())));
    format!("{taken} of {of} per thread{beside}")
}

/// How a product falls into tiles, and its tiles into waves.
fn product_table(verdict: &Verdict<'_>, tile: &Tile, at_once: Option<u32>) -> Option<String> {
    let ((m, n), (rows, columns)) = (tile.problem?, tile.tiles()?);
    let resident = verdict.occupancy.blocks_per_sm;
    let blocks = at_once.unwrap_or(u32::MAX).min(resident);
    let of_waves = verdict.configuration.sm_count(verdict.arch);
    let of_waves = of_waves.and_then(|sm_count| {
        let waves = tile.waves(sm_count, blocks)?;
        let efficiency = tile.efficiency(sm_count, blocks)?;
        Some((grouped(waves.count()), waves.tail_efficiency(), efficiency))
    });
    let tiles = u64::from(rows) * u64::from(columns);
    let (tiles, edges) = (grouped(tiles), tile.tile_efficiency()?);
    let (m, n) = (grouped(m.into()), grouped(n.into()));
    let (rows, columns) = (grouped(rows.into()), grouped(columns.into()));
    let product = format!("| {m} × {n} | {rows} × {columns} = {tiles} |");
    let (columns, cells) = match of_waves {
        None => ("tile efficiency |\n|---|--:|--:|", edges.to_string()),
        Some((waves, tail, both)) => (
            "waves | tile efficiency | tail efficiency | both |\n|---|--:|--:|--:|--:|--:|",
            format!("{waves} | {edges} | {tail} | {both}"),
        ),
    };
    let head = format!("| product | tiles | {columns}");
    Some(table(&head, &[cells], |cells| {
        format!("{product} {cells} |")
    }))
}

/// A whole number, or one with two decimals.
fn number(ratio: Ratio) -> String {
    match ratio.denominator() {
        1 => grouped(ratio.numerator()).to_string(),
        _ => decimals(ratio),
    }
}
