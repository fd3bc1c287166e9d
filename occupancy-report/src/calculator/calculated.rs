//! The figures of one configuration on one GPU.

use std::slice;
use std::sync::LazyLock;

use occupancy_core::kernel::{Accumulator, Argument, Figure, Form, Tile, Wait, WarpGroups};
use occupancy_core::{
    Arch, Configuration, GridDim, Kernel, Lint, Multiprocessor, Occupancy, Resource, Rule, Waves,
};

use super::key::Key;
use super::row::{Cell, Row};
use crate::format::joined;
use crate::lines::tile::bytes_wanted;
use crate::peaks::ridge;

/// The columns of [`calculated`]: the name of the GPU, the arguments, and the figures.
pub static CALCULATED: LazyLock<Vec<Key>> = LazyLock::new(|| {
    let any = Arch::Multiprocessor(&Multiprocessor::ALL[0]);
    let nothing = Configuration::new(&[], Kernel::new((1, 1, 1), 1));
    let row = calculated(&nothing, None, "", &any, 0, &[]);
    row.keys().collect()
});

/// Calculates the row of a configuration on one GPU.
///
/// `name` is that by which the GPU was called, and `intent` the reason for low occupancy. The row has the codes of the
/// errors and of the warnings. `lints` has the bits of the warnings that are turned on, and `deny` the names of those
/// that are errors.
pub fn calculated(
    configuration: &Configuration<'_>,
    intent: Option<&str>,
    name: &str,
    arch: &Arch,
    lints: u32,
    deny: &[&str],
) -> Row {
    let sm = arch.multiprocessor();
    let all = Occupancy::new(sm, &configuration.kernel).ok();
    let resident = all.filter(|all| all.blocks_per_sm == 0 || launches(configuration, arch));
    let limit = |resource| all.and_then(|of| of.limits.of(resource));
    let waves = resident.and_then(|_| configuration.waves(arch));
    let grid = configuration.grid_dim().and_then(Result::ok);
    let blocks = resident.map_or(0, |of| of.blocks_per_sm);
    let occupancy = resident.map_or(0, |of| of.ratio().tenths_of_percent());
    let clusters = configuration.resident_clusters_at_most(arch);
    let tail = waves.map(Waves::tail_efficiency);
    let binding = Cell::binding_limits(resident.as_ref(), sm);
    let registers = all.map(|of| of.registers_per_block);
    let memory = all.map(|of| of.shared_memory_per_block);
    let memory_of_sm = all.map(|of| of.shared_memory_per_sm);
    let alone = configuration.with_archs(slice::from_ref(arch));
    let [errors, warnings] = codes(&alone, lints, deny);
    let row = Row::default().with(Argument::Arch, name);
    with_arguments(row, configuration, intent, arch)
        .with(Key::Device, arch.sm_count().map(|_| arch.name()))
        .with(Key::ComputeCapability, sm.name())
        .with(Figure::SmCount, arch.sm_count())
        .with(Figure::BlocksPerSm, blocks)
        .with(Key::WarpsPerSm, resident.map_or(0, |of| of.warps_per_sm()))
        .with(Key::MaxWarpsPerSm, sm.max_warps_per_sm())
        .with(Key::OccupancyPercent, Cell::Percent(occupancy))
        .with(Key::BindingLimits, binding)
        .with(Key::RegisterLimit, limit(Resource::Registers))
        .with(Key::ScalarRegisterLimit, limit(Resource::ScalarRegisters))
        .with(Key::SharedMemoryLimit, limit(Resource::SharedMemory))
        .with(Key::WarpLimit, limit(Resource::Warps))
        .with(Key::BlockSlotLimit, limit(Resource::BlockSlots))
        .with(Key::BarrierLimit, limit(Resource::Barriers))
        .with(Key::RegistersPerBlock, registers)
        .with(Key::SharedMemoryPerBlock, memory)
        .with(Key::SharedMemoryPerSm, memory_of_sm)
        .with(Key::MaxClusters, clusters.filter(|_| blocks > 0))
        .with(Key::WarpsNeeded, configuration.warps_needed(arch))
        .with_row(of_tile(configuration, arch, blocks))
        .with(Key::GridBlocks, grid.map(GridDim::blocks))
        .with(Key::Waves, waves.map(Waves::count))
        .with(Key::BlocksPerWave, waves.map(Waves::blocks_per_wave))
        .with(Key::LastWaveBlocks, waves.map(Waves::last_wave_blocks))
        .with(Key::TailEfficiencyPercent, Cell::percent(tail))
        .with(Key::Errors, errors)
        .with(Key::Warnings, warnings)
}

/// The figures of a tile, of which an SM holds `blocks`.
fn of_tile(configuration: &Configuration<'_>, arch: &Arch, blocks: u32) -> Row {
    let tile = configuration.tile.as_ref();
    let threads = configuration.kernel.threads_per_block();
    let in_registers = |tile: &Tile| tile.accumulator_registers(u32::try_from(threads).ok()?);
    let of_all = |tile: &Tile| tile.shared_memory().saturating_mul(blocks.into());
    let wanted = tile.and_then(|_| bytes_wanted(configuration, arch));
    let tiles = tile.and_then(Tile::tiles);
    let efficiency = tile.and_then(Tile::tile_efficiency);
    Row::default()
        .with(Key::FlopPerByte, tile.and_then(Tile::flop_per_byte))
        .with(Key::RidgeFlopPerByte, tile.and_then(|it| ridge(it, arch)))
        .with(Key::AccumulatorRegisters, tile.and_then(in_registers))
        .with(
            Key::TensorMemoryColumns,
            tile.and_then(Tile::tensor_memory_columns),
        )
        .with(Key::OperandBytesPerSm, tile.map(of_all))
        .with(Key::BytesInFlightNeeded, wanted)
        .with(
            Key::Tiles,
            tiles.map(|(rows, columns)| u64::from(rows) * u64::from(columns)),
        )
        .with(Key::TileEfficiencyPercent, Cell::percent(efficiency))
}

/// Adds the arguments of a configuration to a row, those that the GPU does not read without a value. A tile is one column;
/// the GPUs and files have none here.
fn with_arguments(
    mut row: Row,
    configuration: &Configuration<'_>,
    intent: Option<&str>,
    arch: &Arch,
) -> Row {
    for &argument in Argument::ALL {
        let cell: Cell = match (argument, argument.form()) {
            (_, Form::File) => continue,
            _ if Argument::OF_TILE.contains(argument) => continue,
            _ if !argument.is_read_on(arch) => Cell::Unknown,
            (Argument::Intent, _) => intent.into(),
            (Argument::Setmaxnreg, _) => {
                let each = |of: WarpGroups| joined(", ", of.as_slice(), u32::to_string);
                configuration.setmaxnreg.map(each).into()
            }
            (Argument::Wait, _) => configuration
                .hides
                .and_then(|of| of.wait)
                .map(Wait::name)
                .into(),
            (Argument::Tile, _) => configuration.tile.map(|of| tile(configuration, of)).into(),
            (_, Form::Extents) => match configuration.extents(argument) {
                Some((x, 1, 1)) => x.into(),
                extents => extents.into(),
            },
            (_, Form::Ratio) => configuration.ratio(argument).into(),
            (_, Form::Integer) => configuration.integer(argument).into(),
            _ => continue,
        };
        row.push(argument, cell);
    }
    if configuration.cooperative {
        row.push(Argument::Cooperative, true);
    }
    if configuration.auto_registers.is_some() {
        row.push(Key::RegistersAreAuto, true);
    }
    if configuration.auto_vgprs.is_some() {
        row.push(Key::VgprsAreAuto, true);
    }
    row
}

/// Writes the arguments in the parentheses of `tile` that differ from their defaults.
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

/// Returns the codes of the errors and of the warnings on one GPU.
fn codes(alone: &Configuration<'_>, lints: u32, deny: &[&str]) -> [Vec<&'static str>; 2] {
    let errors: Vec<_> = alone.check().iter().map(Rule::code).collect();
    if !errors.is_empty() {
        return [errors, Vec::new()];
    }
    let lints = Lint::of_bits(alone.warned_of(lints));
    let (denied, others): (Vec<_>, Vec<_>) = lints.partition(|lint| deny.contains(&lint.name()));
    [denied, others].map(|lints| lints.into_iter().map(Lint::code).collect())
}

/// Returns `true` if a block can launch, whatever else the configuration demands.
fn launches(configuration: &Configuration<'_>, arch: &Arch) -> bool {
    let violations = Configuration::new(slice::from_ref(arch), configuration.kernel)
        .with_partial_warp_allowed(true)
        .with_compiled(configuration.compiled)
        .check();
    violations.iter().all(Rule::concerns_compiled_kernel)
}
