//! The figures of one configuration on one GPU.

use std::sync::LazyLock;

use occupancy_core::kernel::{Accumulator, Argument, Form, Tile};
use occupancy_core::{
    Arch, Configuration, GridDim, Kernel, Multiprocessor, Occupancy, Rule, Waves,
};

use super::row::{Cell, Row};

/// The names of the columns of [`calculated`]: the GPU as it was asked for, what was asked, under the names of the
/// attribute's arguments, and what came out, under those of `occupancy inspect`.
pub static CALCULATED: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let any = Arch::Multiprocessor(&Multiprocessor::ALL[0]);
    let nothing = Configuration::new(&[], Kernel::new((1, 1, 1), 1));
    let row = calculated(&nothing, None, "", &any, Default::default());
    row.names().to_vec()
});

/// A configuration on a GPU of this name, with the codes of its errors and its warnings, and why low occupancy is intended.
pub fn calculated(
    configuration: &Configuration<'_>,
    intent: Option<&str>,
    name: &str,
    arch: &Arch,
    [errors, warnings]: [Vec<&'static str>; 2],
) -> Row {
    let sm = arch.multiprocessor();
    let found = Occupancy::new(sm, &configuration.kernel).ok();
    let resident = found.filter(|found| found.blocks_per_sm == 0 || launches(configuration, arch));
    let limits = found.map(|found| found.limits);
    let waves = resident.and_then(|_| configuration.waves(arch));
    let grid = configuration.grid_dim().and_then(Result::ok);
    let blocks = resident.map_or(0, |found| found.blocks_per_sm);
    let warps = resident.map_or(0, |found| found.warps_per_sm());
    let occupancy = resident.map_or(0, |found| found.ratio().tenths_of_percent());
    let tail = Cell::percent(waves.map(Waves::tail_efficiency));
    let clusters = configuration.resident_clusters_at_most(arch);
    let tile = configuration.tile;
    let flop_per_byte = tile.and_then(|tile| tile.flop_per_byte());
    let registers = found.map(|of| of.registers_per_block);
    let memory = found.map(|of| of.shared_memory_per_block);
    let of_sm = found.map(|of| of.shared_memory_per_sm);
    let by_memory = limits.and_then(|of| of.shared_memory);
    let device = arch.sm_count().map(|_| arch.name());
    let row = Row::default().with_text("arch", Some(name));
    asked(row, configuration, intent)
        .with_text("device", device)
        .with_text("compute_capability", Some(sm.name()))
        .with_number("sm_count", arch.sm_count())
        .with_number("blocks_per_sm", Some(blocks))
        .with_number("warps_per_sm", Some(warps))
        .with_number("max_warps_per_sm", Some(sm.max_warps_per_sm()))
        .with("occupancy_percent", Cell::Percent(occupancy))
        .with("binding_limits", Cell::binding_limits(resident.as_ref()))
        .with_number("register_limit", limits.and_then(|of| of.registers))
        .with_number("shared_memory_limit", by_memory)
        .with_number("warp_limit", limits.map(|of| of.warps))
        .with_number("block_slot_limit", limits.map(|of| of.block_slots))
        .with_number("barrier_limit", limits.and_then(|of| of.barriers))
        .with_number("registers_per_block", registers)
        .with_number("shared_memory_per_block", memory)
        .with_number("shared_memory_per_sm", of_sm)
        .with_number("max_clusters", clusters.filter(|_| blocks > 0))
        .with_number("warps_needed", configuration.warps_needed(arch))
        .with("flop_per_byte", Cell::ratio(flop_per_byte))
        .with_number("grid_blocks", grid.map(GridDim::blocks))
        .with_number("waves", waves.map(Waves::count))
        .with_number("blocks_per_wave", waves.map(Waves::blocks_per_wave))
        .with_number("last_wave_blocks", waves.map(Waves::last_wave_blocks))
        .with("tail_efficiency_percent", tail)
        .with("errors", Cell::Codes(errors))
        .with("warnings", Cell::Codes(warnings))
}

/// The row with what is asked of a configuration: not the GPUs and files, which are no figures, and a tile is one column.
fn asked(mut row: Row, configuration: &Configuration<'_>, intent: Option<&str>) -> Row {
    for &argument in Argument::ALL {
        let cell = match (argument, argument.form()) {
            _ if Argument::OF_TILE.contains(argument) => continue,
            (Argument::Intent, _) => Cell::text(intent),
            (Argument::Tile, _) => Cell::text(configuration.tile.map(|of| tile(configuration, of))),
            (_, Form::Extents) => Cell::extents(configuration.extents(argument)),
            (_, Form::Ratio) => Cell::ratio(configuration.ratio(argument)),
            (_, Form::Integer) => Cell::number(configuration.integer(argument)),
            _ => continue,
        };
        let name = match argument {
            Argument::Cycles => "hides_cycles",
            Argument::Instructions => "hides_instructions",
            Argument::BytesInFlight => "hides_bytes",
            _ => argument.key(),
        };
        row = row.with(name, cell);
    }
    row
}

/// What is in the parentheses of `tile`; a default counts as left out.
fn tile(configuration: &Configuration<'_>, tile: Tile) -> String {
    let mut stated = Vec::new();
    for argument in Argument::OF_TILE.iter() {
        let (key, number) = (argument.key(), configuration.integer(argument));
        if let Some(number) = number.filter(|_| number != argument.row().left_out) {
            stated.push(format!("{key} = {number}"));
        } else if let Some((m, n, _)) = configuration.extents(argument) {
            stated.push(format!("{key} = ({m}, {n})"));
        } else if argument == Argument::Accumulator && tile.accumulator != Accumulator::Registers {
            stated.push(format!("{key} = {}", tile.accumulator.name()));
        }
    }
    stated.join(", ")
}

/// The codes of the rules that a configuration breaks.
pub fn codes(configuration: &Configuration<'_>) -> Vec<&'static str> {
    configuration.check().iter().map(Rule::code).collect()
}

/// Whether a block can launch, whatever else is demanded.
fn launches(configuration: &Configuration<'_>, arch: &Arch) -> bool {
    let archs = [*arch];
    let violations = Configuration::new(&archs, configuration.kernel)
        .with_partial_warp_allowed(true)
        .with_compiled(configuration.compiled)
        .check();
    violations.iter().all(Rule::concerns_compiled_kernel)
}
