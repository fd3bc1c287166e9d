//! Rows of figures of compiled kernels.

use std::sync::LazyLock;

use occupancy_binary::Entry;
use occupancy_core::devices::{GTX1080, MI300X, RTX3090, RTX4090, RTX5090, RX7900XTX};
use occupancy_core::gpu::{CodeForm, Suffix};
use occupancy_core::kernel::{Better, Figure, FigureValue};
use occupancy_core::{Compiled, Device, Kernel, Multiprocessor, Occupancy};
use occupancy_report::calculator::{Cell, Dims, Key, Row};

use crate::demangle::demangle;
use crate::selection::{Selection, Target};

/// Keys of columns, those of figures and arguments by their names.
macro_rules! keys {
    (@ Figure $name:ident) => { Key::Figure(Figure::$name) };
    (@ Argument $name:ident) => { Key::Argument(Argument::$name) };
    (@ Key $name:ident) => { Key::$name };
    ($($kind:ident: $($name:ident)+;)+) => { [$($(keys!(@ $kind $name)),+),+] };
}

pub(crate) use keys;

/// The columns of a kernel of a file.
pub(crate) static LISTED: LazyLock<Vec<Key>> = LazyLock::new(|| {
    let any = Compiled::ptx("", (9, 0), Suffix::None);
    let columns = columns("", &any, &Selection::default());
    let names = [Key::File, Key::Member].into_iter();
    names.chain(columns.keys()).collect()
});

/// The columns of the compiled code of a declared kernel: names, and the figures that are compared.
static COMPILED: LazyLock<Vec<Key>> = LazyLock::new(|| {
    let names = [Key::Symbol, Key::Name, Key::Target, Figure::Toolkit.into()];
    let is_compared = |figure: &Figure| {
        let compared = figure.row().compared;
        compared.is_some_and(|(_, better)| better != Better::Bound)
    };
    let figures = FIGURES.iter().copied().filter(is_compared);
    names.into_iter().chain(figures.map(Key::Figure)).collect()
});

/// The figures that come first in a row.
const FIRST: [Key; 15] = keys! {
    Figure: Toolkit Relocatable Registers Vgprs Sgprs RegisterCap StaticSharedMemory Frame Stack;
    Figure: SpillInstructions SpilledVgprs Barriers CodeBytes ParameterBytes VirtualResources;
};

/// What code of AMD states as the largest block if it has no launch bounds.
pub(crate) const UNBOUND: Dims = (1024, 1, 1);

/// The figures of a row: [`FIRST`], then the others in the order of their table.
pub(crate) static FIGURES: LazyLock<Vec<Figure>> = LazyLock::new(|| {
    let mut figures = Figure::ALL.to_vec();
    figures.retain(|figure| figure.row().is_listed && !figure.row().is_of_loaded);
    figures.sort_by_key(|figure| rank(&FIRST, *figure));
    figures
});

/// The place of a key in a sequence; those that are not in it share the place after its end.
pub(crate) fn rank(first: &[Key], key: impl Into<Key>) -> usize {
    let key = key.into();
    let place = first.iter().position(|other| *other == key);
    place.unwrap_or(first.len())
}

/// The row of a kernel of a file. Only machine code states registers, and so occupancy.
pub(crate) fn entry_row(
    file: &str,
    entry: &Entry<'_>,
    compiled: &Compiled<'_>,
    selection: &Selection,
) -> Row {
    // Only machine code of AMD has its mode in it, and only a bundle its features.
    let target = match compiled.form {
        CodeForm::CodeObject => format!("{}{}", compiled.target(), entry.features),
        _ => entry.target(),
    };
    Row::default()
        .with(Key::File, file)
        .with(Key::Member, entry.member.as_deref())
        .with_row(columns(&target, compiled, selection))
}

/// The row of the compiled code of a declared kernel.
pub(crate) fn compiled_row(compiled: &Compiled<'_>) -> Row {
    columns(compiled.target().as_str(), compiled, &Selection::default()).only(&COMPILED)
}

fn columns(target: &str, compiled: &Compiled<'_>, selection: &Selection) -> Row {
    let name = if selection.is_mangled {
        compiled.name.to_owned()
    } else {
        demangle(compiled.name)
    };
    let bounds = compiled
        .max_block
        .filter(|block| compiled.form != CodeForm::CodeObject || *block != UNBOUND);
    let blocks = [
        (compiled.required_block, "required"),
        (bounds, "launch bounds"),
        (selection.threads, "--threads"),
        (compiled.max_block, "default"),
    ];
    let stated = |(block, from): (Option<_>, _)| Some((block?, from));
    let block = blocks.into_iter().find_map(stated);
    let is_known = compiled.registers.or(compiled.vgprs).is_some();
    let sm = compiled.multiprocessor().filter(|_| is_known);
    let occupy = || {
        let kernel = Kernel::new(block?.0, compiled.registers.unwrap_or(0))
            .with_vgprs(compiled.vgprs.unwrap_or(0))
            .with_sgprs(compiled.sgprs.unwrap_or(0))
            .with_static_shared_memory(compiled.static_shared_memory?)
            .with_dynamic_shared_memory(selection.smem)
            .with_barriers(compiled.barriers.unwrap_or(0))
            .with_cluster_dim(compiled.cluster_dim);
        Occupancy::new(sm?, &kernel).ok()
    };
    let occupancy = occupy();
    let percent = Cell::percent(occupancy.map(|it| it.ratio()));
    let binding = sm.map(|sm| Cell::binding_limits(occupancy.as_ref(), sm));
    let mut row = Row::default()
        .with(Key::Symbol, compiled.name)
        .with(Key::Name, name)
        .with(Key::Target, target);
    for &figure in &*FIGURES {
        let value = match figure {
            // PTX is neither linked nor input for the linker.
            Figure::Relocatable if compiled.form == CodeForm::Ptx => FigureValue::Unknown,
            _ => compiled.figure(figure),
        };
        row.push(figure, value);
        if figure == Figure::StaticSharedMemory {
            row.push(Key::DynamicSharedMemory, selection.smem);
        }
    }
    row.with(Key::Block, block.map(|(block, _)| block))
        .with(Key::BlockFrom, block.map(|(_, from)| from))
        .with(Key::Device, sm.map(best_known))
        .with(Figure::BlocksPerSm, occupancy.map(|it| it.blocks_per_sm))
        .with(Key::WarpsPerSm, occupancy.map(|it| it.warps_per_sm()))
        .with(Key::MaxWarpsPerSm, occupancy.map(|it| it.max_warps_per_sm))
        .with(Key::OccupancyPercent, percent)
        .with(Key::BindingLimits, binding)
}

/// Returns `true` if the kernel is input for the linker.
pub(crate) fn is_unlinked(row: &Row) -> bool {
    *row.get(Figure::Relocatable) == Cell::Flag(true)
}

/// The name of the file: `libkernels.a(sort.o)` for a member of an archive.
pub(crate) fn title(row: &Row) -> String {
    match (row.text(Key::File), row.get(Key::Member)) {
        (file, Cell::Unknown) => file.to_owned(),
        (file, member) => format!("{file}({member})"),
    }
}

/// Devices that are better known than those before them in the list of all.
const BEST_KNOWN: [Device; 6] = [GTX1080, RTX3090, RTX4090, RTX5090, MI300X, RX7900XTX];

/// The name of a well-known device with such SMs, or else of the target. It stands for all of them: their SMs are alike, and
/// so is the occupancy.
fn best_known(sm: &'static Multiprocessor) -> &'static str {
    let mut devices = BEST_KNOWN.iter().chain(Device::of(sm.vendor()));
    let target = Target::of(sm);
    let device = devices.find(|device| Target::of(device.multiprocessor()) == target);
    device.map_or(sm.name(), Device::name)
}

#[cfg(test)]
mod tests {
    use occupancy_core::{compute_capabilities, targets};

    use super::best_known;

    #[test]
    fn every_compute_capability_has_a_device() {
        for sm in compute_capabilities::ALL {
            assert_ne!(best_known(sm), sm.name(), "no device has it: add one");
        }
        assert_eq!(
            best_known(&targets::GFX1100_WAVE64_CU),
            "Radeon RX 7900 XTX"
        );
        assert_eq!(best_known(&targets::GFX1250), "gfx1250");
    }
}
