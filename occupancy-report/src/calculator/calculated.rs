//! The figures of one configuration on one GPU.

use std::sync::LazyLock;

use occupancy_core::kernel::{Argument, Form};
use occupancy_core::{
    Arch, ComputeCapability, Configuration, GridDim, Kernel, Occupancy, Rule, Waves,
};

use super::attribute::nested;
use super::row::{Cell, Row};
use super::setting::Values;

/// The names of the columns of [`calculated`]: the GPU as it was asked for, what was asked, under the names of the
/// attribute's arguments, and what came out, under those of `occupancy inspect`.
pub static CALCULATED: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let any = Arch::ComputeCapability(&ComputeCapability::ALL[0]);
    let nothing = Configuration::new(&[], Kernel::new((1, 1, 1), 1));
    let row = calculated(&nothing, None, "", &any, Default::default());
    row.names().to_vec()
});

/// The arguments that have a column, and its name: not the GPUs and files, which are no figures, and a tile is one
/// column.
static ASKED: LazyLock<Vec<(Argument, &'static str)>> = LazyLock::new(|| {
    let all = Argument::ALL.iter().copied();
    let columns = all.filter(|argument| match argument.form() {
        Form::Integer | Form::Extents | Form::Ratio => !Argument::OF_TILE.contains(argument),
        _ => matches!(argument, Argument::Tile | Argument::Intent),
    });
    let name = |argument: Argument| {
        if argument.is_nested() {
            &*format!("hides_{}", argument.key()).leak()
        } else {
            argument.key()
        }
    };
    columns.map(|argument| (argument, name(argument))).collect()
});

/// A configuration on a GPU of this name, with the codes of its errors and its warnings, and why low occupancy is intended.
pub fn calculated(
    configuration: &Configuration<'_>,
    intent: Option<&str>,
    name: &str,
    arch: &Arch,
    [errors, warnings]: [Vec<&'static str>; 2],
) -> Row {
    let cc = arch.compute_capability();
    let found = Occupancy::new(cc, &configuration.kernel).ok();
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
    let flop_per_byte = flop_per_byte.map_or(Cell::Unknown, Cell::Ratio);
    let registers = found.map(|of| of.registers_per_block);
    let memory = found.map(|of| of.shared_memory_per_block);
    let of_sm = found.map(|of| of.shared_memory_per_sm);
    let by_memory = limits.and_then(|of| of.shared_memory);
    let device = match arch {
        Arch::Device(device) => Some(device.name()),
        Arch::ComputeCapability(_) => None,
    };
    let mut row = Row::default().with_text("arch", Some(name));
    for (argument, name) in ASKED.iter() {
        row = row.with(name, asked(*argument, configuration, intent));
    }
    row.with_text("device", device)
        .with_text("compute_capability", Some(cc.name()))
        .with_number("sm_count", arch.sm_count())
        .with_number("blocks_per_sm", Some(blocks))
        .with_number("warps_per_sm", Some(warps))
        .with_number("max_warps_per_sm", Some(cc.max_warps_per_sm()))
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
        .with("flop_per_byte", flop_per_byte)
        .with_number("grid_blocks", grid.map(GridDim::blocks))
        .with_number("waves", waves.map(Waves::count))
        .with_number("blocks_per_wave", waves.map(Waves::blocks_per_wave))
        .with_number("last_wave_blocks", waves.map(Waves::last_wave_blocks))
        .with("tail_efficiency_percent", tail)
        .with("errors", Cell::Codes(errors))
        .with("warnings", Cell::Codes(warnings))
}

/// What is asked of a configuration by one argument.
fn asked(argument: Argument, configuration: &Configuration<'_>, intent: Option<&str>) -> Cell {
    match (argument, argument.form()) {
        (Argument::Intent, _) => Cell::text(intent),
        (Argument::Tile, _) => {
            let tile = configuration.tile.is_some();
            Cell::text(tile.then(|| nested(&Values::of_tile(configuration))))
        }
        (_, Form::Extents) => Cell::extents(configuration.extents(argument)),
        (_, Form::Ratio) => configuration
            .ratio(argument)
            .map_or(Cell::Unknown, Cell::Ratio),
        _ => Cell::number(configuration.integer(argument)),
    }
}

/// The codes of the rules that a configuration breaks.
pub fn codes(configuration: &Configuration<'_>) -> Vec<&'static str> {
    let violations = configuration.check();
    let codes = violations.iter().map(Rule::code);
    codes.collect()
}

/// Whether a block can launch, whatever else is demanded.
fn launches(configuration: &Configuration<'_>, arch: &Arch) -> bool {
    let archs = [*arch];
    let violations = Configuration::new(&archs, configuration.kernel)
        .with_partial_warp_allowed(true)
        .with_compiled(configuration.compiled)
        .check();
    let mut violations = violations.iter();
    violations.all(Rule::concerns_compiled_kernel)
}
