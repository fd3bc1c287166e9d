//! The figures of one configuration on one GPU.

use std::sync::LazyLock;

use occupancy_core::kernel::{Argument, Form};
use occupancy_core::{Arch, Configuration, GridDim, Lint, Occupancy, Waves};

use super::findings::{Findings, Levels};
use super::row::{Cell, Row};
use super::setting::Values;
use super::values::{NamedArch, nested_arguments};

/// A configuration on a GPU, and what was calculated of it.
struct Calculated<'a> {
    configuration: &'a Configuration<'a>,
    named: &'a NamedArch,
    occupancy: Option<Occupancy>,
    /// Unless the block cannot launch for another reason than a limit of the SM.
    resident: Option<Occupancy>,
    waves: Option<Waves>,
    errors: Vec<&'static str>,
    warnings: Vec<&'static str>,
}

/// What came out, under the names of `occupancy inspect`.
const FIGURES: [(&str, fn(&Calculated<'_>) -> Cell); 26] = [
    ("device", |of| match of.named.arch {
        Arch::Device(device) => Cell::text(Some(device.name())),
        Arch::ComputeCapability(_) => Cell::Unknown,
    }),
    ("compute_capability", |of| {
        Cell::text(Some(of.named.arch.compute_capability().name()))
    }),
    ("sm_count", |of| Cell::number(of.named.arch.sm_count())),
    ("blocks_per_sm", |of| {
        let blocks = of.resident.map(|occupancy| occupancy.blocks_per_sm);
        Cell::number(Some(blocks.unwrap_or(0)))
    }),
    ("warps_per_sm", |of| {
        let warps = of.resident.map(|occupancy| occupancy.warps_per_sm());
        Cell::number(Some(warps.unwrap_or(0)))
    }),
    ("max_warps_per_sm", |of| {
        let cc = of.named.arch.compute_capability();
        Cell::number(Some(cc.max_warps_per_sm()))
    }),
    ("occupancy_percent", |of| {
        let ratio = of.resident.map(|occupancy| occupancy.ratio());
        Cell::Percent(ratio.map_or(0, |ratio| ratio.tenths_of_percent()))
    }),
    ("binding_limits", |of| {
        Cell::binding_limits(of.resident.as_ref())
    }),
    ("register_limit", |of| {
        Cell::number(of.occupancy.and_then(|found| found.limits.registers))
    }),
    ("shared_memory_limit", |of| {
        Cell::number(of.occupancy.and_then(|found| found.limits.shared_memory))
    }),
    ("warp_limit", |of| {
        Cell::number(of.occupancy.map(|found| found.limits.warps))
    }),
    ("block_slot_limit", |of| {
        Cell::number(of.occupancy.map(|found| found.limits.block_slots))
    }),
    ("barrier_limit", |of| {
        Cell::number(of.occupancy.and_then(|found| found.limits.barriers))
    }),
    ("registers_per_block", |of| {
        Cell::number(of.occupancy.map(|found| found.registers_per_block))
    }),
    ("shared_memory_per_block", |of| {
        Cell::number(of.occupancy.map(|found| found.shared_memory_per_block))
    }),
    ("shared_memory_per_sm", |of| {
        Cell::number(of.occupancy.map(|found| found.shared_memory_per_sm))
    }),
    ("max_clusters", |of| {
        let is_launched = of.resident.is_some_and(|found| found.blocks_per_sm > 0);
        let most = of.configuration.resident_clusters_at_most(&of.named.arch);
        Cell::number(most.filter(|_| is_launched))
    }),
    ("warps_needed", |of| {
        Cell::number(of.configuration.warps_needed(&of.named.arch))
    }),
    ("flop_per_byte", |of| {
        let tile = of.configuration.tile.and_then(|tile| tile.tile().ok());
        let ratio = tile.and_then(|tile| tile.flop_per_byte());
        ratio.map_or(Cell::Unknown, Cell::Ratio)
    }),
    ("grid_blocks", |of| {
        let grid = of.configuration.grid_dim().and_then(Result::ok);
        Cell::number(grid.map(GridDim::blocks))
    }),
    ("waves", |of| Cell::number(of.waves.map(Waves::count))),
    ("blocks_per_wave", |of| {
        Cell::number(of.waves.map(Waves::blocks_per_wave))
    }),
    ("last_wave_blocks", |of| {
        Cell::number(of.waves.map(Waves::last_wave_blocks))
    }),
    ("tail_efficiency_percent", |of| {
        Cell::percent(of.waves.map(Waves::tail_efficiency))
    }),
    // The codes of what would not compile.
    ("errors", |of| Cell::Codes(of.errors.clone())),
    ("warnings", |of| Cell::Codes(of.warnings.clone())),
];

/// The names of the columns of [`calculated`]: the GPU as it was asked for, what was asked, under the names of the
/// attribute's arguments, and what came out.
pub static CALCULATED: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let name = |argument: Argument| match argument.is_nested() {
        true => &*format!("hides_{}", argument.key()).leak(),
        false => argument.key(),
    };
    let figures = FIGURES.iter().map(|(name, _)| *name);
    let asked = columns().map(name);
    std::iter::once("arch")
        .chain(asked)
        .chain(figures)
        .collect()
});

/// The arguments that have a column: not the GPUs and files, which are no figures, and a tile is one column.
fn columns() -> impl Iterator<Item = Argument> {
    let all = Argument::ALL.iter().copied();
    all.filter(|argument| match argument.form() {
        Form::Integer | Form::Extents | Form::Ratio => !Argument::OF_TILE.contains(argument),
        _ => matches!(argument, Argument::Tile | Argument::Intent),
    })
}

/// A configuration on a GPU, with the codes of its errors and its warnings, and why low occupancy is intended.
pub fn calculated(
    configuration: &Configuration<'_>,
    intent: Option<&str>,
    named: &NamedArch,
    [errors, warnings]: [Vec<&'static str>; 2],
) -> Row {
    let arch = &named.arch;
    let occupancy = Occupancy::new(arch.compute_capability(), &configuration.kernel).ok();
    let resident =
        occupancy.filter(|occupancy| occupancy.blocks_per_sm == 0 || launches(configuration, arch));
    let of = Calculated {
        configuration,
        named,
        occupancy,
        resident,
        waves: resident.and_then(|_| configuration.waves(arch)),
        errors,
        warnings,
    };
    let mut cells = vec![Cell::Text(named.name.clone())];
    cells.extend(columns().map(|argument| asked(argument, configuration, intent)));
    cells.extend(FIGURES.iter().map(|(_, figure)| figure(&of)));
    Row::new(&CALCULATED, cells)
}

/// What is asked of a configuration by one argument.
fn asked(argument: Argument, configuration: &Configuration<'_>, intent: Option<&str>) -> Cell {
    match (argument, argument.form()) {
        (Argument::Intent, _) => Cell::text(intent),
        (Argument::Tile, _) => Cell::text(configuration.tile.is_some().then(|| {
            let arguments = nested_arguments(argument, configuration).into_iter();
            let parts: Vec<_> = arguments
                .map(|(name, value)| format!("{name} = {value}"))
                .collect();
            parts.join(", ")
        })),
        (_, Form::Extents) => Cell::extents(configuration.extents(argument)),
        (_, Form::Ratio) => configuration
            .ratio(argument)
            .map_or(Cell::Unknown, Cell::Ratio),
        _ => Cell::number(configuration.integer(argument)),
    }
}

/// A row for each of these GPUs, those of the findings; none where there is no block.
pub fn rows(
    values: &Values,
    findings: &Findings<'_>,
    archs: &[NamedArch],
    levels: &Levels,
) -> Vec<Row> {
    let Some(configuration) = &findings.configuration() else {
        return Vec::new();
    };
    let intent = values.text(Argument::Intent);
    let each = archs.iter();
    each.map(|named| {
        let archs = [named.arch];
        let alone = configuration.with_archs(&archs);
        let mut errors = codes(&alone);
        let mut warnings = Vec::new();
        if errors.is_empty() {
            let lints = Lint::of_bits(alone.warned_of(levels.looked_for()));
            let (denied, others): (Vec<_>, Vec<_>) =
                lints.partition(|lint| levels.deny.contains(lint));
            errors.extend(denied.into_iter().map(Lint::code));
            warnings.extend(others.into_iter().map(Lint::code));
        }
        calculated(configuration, intent, named, [errors, warnings])
    })
    .collect()
}

/// The codes of the rules that a configuration breaks.
pub fn codes(configuration: &Configuration<'_>) -> Vec<&'static str> {
    let violations = configuration.check();
    let codes = violations.iter().map(|violation| violation.rule.code());
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
    violations.all(|violation| violation.rule.concerns_compiled_kernel())
}
