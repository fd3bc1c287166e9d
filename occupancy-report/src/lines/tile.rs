//! The figures of a tile on one GPU.

use occupancy_core::kernel::Tile;
use occupancy_core::model::bytes_in_flight;
use occupancy_core::text::grouped;
use occupancy_core::{Arch, Configuration, Ratio};

use crate::format::{counted, only_if};
use crate::outcome::Outcome;
use crate::peaks::ridge;
use crate::profile::decimals;

/// The bytes on their way to each SM that keep the memory of a GPU busy, if its latency and bandwidth are known.
pub(crate) fn bytes_wanted(configuration: &Configuration<'_>, arch: &Arch) -> Option<u64> {
    let sms = configuration.sm_count(arch)?;
    Some(bytes_in_flight(arch.device()?, sms)?.rounded_up())
}

/// Writes the tile as lines: what it takes, its intensity, the bytes of its pipeline, and the tiles of the product.
pub(crate) fn lines(outcome: &Outcome<'_>) -> String {
    let Some(tile) = &outcome.configuration.tile else {
        return String::new();
    };
    let (extents, bytes) = (extents(tile), counted(tile.shared_memory(), "byte"));
    let accumulators = accumulators(outcome, tile);
    let intensity = tile.flop_per_byte().map_or_else(String::new, |flops| {
        let ridge = ridge(tile, outcome.arch).map(|it| format!("; the ridge is {}", number(it)));
        format!(
            "{} FLOP per byte{}",
            number(flops),
            ridge.unwrap_or_default()
        )
    });
    let wanted = bytes_wanted(outcome.configuration, outcome.arch);
    let in_flight = wanted.map_or_else(String::new, |wanted| {
        let blocks = outcome.occupancy.blocks_per_sm.into();
        let all = counted(tile.shared_memory().saturating_mul(blocks), "byte");
        format!(
            "at most {all} per SM; memory is busy with {}",
            grouped(wanted)
        )
    });
    let product = tile.tiles().zip(tile.tile_efficiency());
    let product = product.map_or_else(String::new, |((rows, columns), efficiency)| {
        let tiles = grouped(u64::from(rows) * u64::from(columns));
        format!("{rows} × {columns} = {tiles}; {efficiency} of their elements are in the product")
    });
    format!(
        "tile: {extents}, {bytes}\naccumulators: {accumulators}\nintensity: {intensity}\n\
         in flight: {in_flight}\ntiles: {product}"
    )
}

/// Writes the extents of a tile and its stages.
pub(crate) fn extents(tile: &Tile) -> String {
    let (Tile { m, n, k, .. }, stages) = (tile, counted(tile.stages.into(), "stage"));
    format!("{m} × {n} × {k}, {stages}")
}

/// Writes where accumulators are, and what they take there.
pub(crate) fn accumulators(outcome: &Outcome<'_>, tile: &Tile) -> String {
    let Some(columns) = tile.tensor_memory_columns() else {
        return in_registers(outcome, tile);
    };
    let columns = counted(columns.into(), "column");
    let at_once = tile.blocks_with_tensor_memory(outcome.sm);
    let blocks = at_once.map(|blocks| counted(blocks.into(), "block"));
    let hold = blocks.map(|blocks| format!(": at most {blocks} hold theirs at once"));
    format!("{columns} of tensor memory{}", hold.unwrap_or_default())
}

/// Writes the registers of each thread that hold accumulators.
fn in_registers(outcome: &Outcome<'_>, tile: &Tile) -> String {
    let extra = tile.extra_registers;
    let threads = u32::try_from(outcome.kernel.threads_per_block()).unwrap_or(u32::MAX);
    let taken = grouped(tile.accumulator_registers(threads).unwrap_or_default());
    let of = counted(outcome.registers().into(), "register");
    let beside = only_if(extra > 0, format!(", {} beside", grouped(extra.into())));
    format!("{taken} of {of} per thread{beside}")
}

/// Writes a whole number, or one with two decimals.
pub(crate) fn number(ratio: Ratio) -> String {
    match ratio.denominator() {
        1 => grouped(ratio.numerator()).to_string(),
        _ => decimals(ratio),
    }
}
