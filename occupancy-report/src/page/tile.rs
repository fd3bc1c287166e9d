//! The tile of a matrix product: its share of a block, and how a product falls into tiles and waves.

use occupancy_core::kernel::Tile;
use occupancy_core::text::grouped;

use crate::format::table;
use crate::lines::tile::{accumulators, extents, number};
use crate::outcome::Outcome;
use crate::peaks::ridge;

/// Writes the tables of the tile; `None` if the attribute states none.
pub(super) fn tables(outcome: &Outcome<'_>) -> Option<String> {
    let tile = outcome.configuration.tile?;
    // Blocks that hold their accumulators in tensor memory at once.
    let at_once = tile.blocks_with_tensor_memory(outcome.sm);
    let accumulators = accumulators(outcome, &tile);
    let bytes = grouped(tile.shared_memory());
    let flops = tile.flop_per_byte().map(number).unwrap_or_default();
    let ridge = ridge(&tile, outcome.arch).map(|ridge| format!("; ridge {}", number(ridge)));
    let flops = flops + &ridge.unwrap_or_default();
    let product = product_table(outcome, &tile, at_once).unwrap_or_default();
    let extents = extents(&tile);
    let row = format!("| {extents} | {bytes} bytes | {accumulators} | {flops} |");
    let head = "| tile | shared memory | accumulators | FLOP per byte |\n|---|--:|---|--:|";
    Some(table(head, &[row], String::clone) + &product)
}

/// Writes how a product falls into tiles, and its tiles into waves; `None` without a product.
fn product_table(outcome: &Outcome<'_>, tile: &Tile, at_once: Option<u32>) -> Option<String> {
    let ((m, n), (rows, columns)) = (tile.problem?, tile.tiles()?);
    let resident = outcome.occupancy.blocks_per_sm;
    let blocks = at_once.unwrap_or(u32::MAX).min(resident);
    let sm_count = outcome.configuration.sm_count(outcome.arch);
    let of_waves = sm_count.and_then(|sm_count| {
        let waves = tile.waves(sm_count, blocks)?;
        let efficiency = tile.efficiency(sm_count, blocks)?;
        Some((grouped(waves.count()), waves.tail_efficiency(), efficiency))
    });
    let edges = tile.tile_efficiency()?;
    let [high, wide, down, across] = [m, n, rows, columns].map(|extent| grouped(extent.into()));
    let tiles = grouped(u64::from(rows) * u64::from(columns));
    let product = format!("| {high} × {wide} | {down} × {across} = {tiles} |");
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
