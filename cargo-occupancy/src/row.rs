//! The row of one kernel of a file.

use std::sync::LazyLock;

use occupancy_binary::Entry;
use occupancy_core::devices::{
    A100, AGX_ORIN, AGX_XAVIER, B200, B300, GB10, GTX750TI, GTX970, GTX1080, H100, P100, RTX3090,
    RTX4090, RTX5090, T4, THOR, TX1, TX2, V100,
};
use occupancy_core::gpu::{CodeForm, Suffix};
use occupancy_core::kernel::{Better, Figure, FigureValue};
use occupancy_core::{Compiled, Device, Kernel, Occupancy};
use occupancy_report::calculator::{Cell, Key, Row};

use crate::demangle::demangle;
use crate::selection::Selection;

/// The columns.
pub(crate) static LISTED: LazyLock<Vec<Key>> = LazyLock::new(|| {
    let any = Compiled::ptx("", (9, 0), Suffix::None);
    let columns = columns("", &any, &Selection::default());
    [&[Key::File, Key::Member], columns.keys()].concat()
});

/// Those of what a declared kernel was compiled to: its names, and the figures that are compared.
static COMPILED: LazyLock<Vec<Key>> = LazyLock::new(|| {
    let names = [Key::Symbol, Key::Name, Key::Target, Figure::Toolkit.into()];
    let figures = listed().filter(|figure| {
        let compared = figure.row().compared;
        compared.is_some_and(|(_, better)| better != Better::Bound)
    });
    names.into_iter().chain(figures.map(Key::Figure)).collect()
});

/// Those that are listed first.
const FIRST: [Figure; 12] = [
    Figure::Toolkit,
    Figure::Relocatable,
    Figure::Registers,
    Figure::RegisterCap,
    Figure::StaticSharedMemory,
    Figure::Frame,
    Figure::Stack,
    Figure::SpillInstructions,
    Figure::Barriers,
    Figure::CodeBytes,
    Figure::ParameterBytes,
    Figure::VirtualResources,
];

/// The figures that are listed of a file, others than the first in the order of their table.
pub(crate) fn listed() -> impl Iterator<Item = Figure> {
    let others = Figure::ALL.iter().copied();
    let others = others.filter(|figure| !FIRST.contains(figure));
    let all = FIRST.into_iter().chain(others);
    all.filter(|figure| figure.row().is_listed && !figure.row().is_of_loaded)
}

/// What the code of an entry states; only machine code states registers and what follows from them.
pub(crate) fn entry_row(
    file: &str,
    entry: &Entry<'_>,
    compiled: &Compiled<'_>,
    selection: &Selection,
) -> Row {
    Row::default()
        .with(Key::File, file)
        .with(Key::Member, entry.member.as_deref())
        .with_row(columns(&entry.target(), compiled, selection))
        .only(&LISTED)
}

/// What a declared kernel was compiled to.
pub(crate) fn compiled_row(compiled: &Compiled<'_>) -> Row {
    let (cc, suffix) = (compiled.compute_capability, compiled.suffix);
    let target = compiled.form.target(cc, suffix).to_string();
    columns(&target, compiled, &Selection::default()).only(&COMPILED)
}

fn columns(target: &str, compiled: &Compiled<'_>, selection: &Selection) -> Row {
    let name = if selection.is_mangled {
        compiled.name.to_owned()
    } else {
        demangle(compiled.name)
    };
    let blocks = [
        (compiled.required_block, "required"),
        (compiled.max_block, "launch bounds"),
        (selection.threads, "--threads"),
    ];
    let mut blocks = blocks.into_iter();
    let block = blocks.find_map(|(block, from)| Some((block?, from)));
    let is_known = compiled.registers.is_some() && compiled.barriers.is_some();
    let device = usual(compiled.compute_capability).filter(|_| is_known);
    let occupancy = || {
        let kernel = Kernel::new(block?.0, compiled.registers?)
            .with_static_shared_memory(compiled.static_shared_memory?)
            .with_dynamic_shared_memory(selection.smem)
            .with_barriers(compiled.barriers?)
            .with_cluster_dim(compiled.cluster_dim);
        Occupancy::new(device?.multiprocessor(), &kernel).ok()
    };
    let occupancy = occupancy();
    let mut row = Row::default()
        .with(Key::Symbol, compiled.name)
        .with(Key::Name, name)
        .with(Key::Target, target);
    for figure in listed() {
        let value = match figure {
            // PTX is always to be compiled.
            Figure::Relocatable if compiled.form != CodeForm::MachineCode => FigureValue::Unknown,
            _ => compiled.figure(figure),
        };
        row.push(figure, value);
        if figure == Figure::StaticSharedMemory {
            row.push(Key::DynamicSharedMemory, selection.smem);
        }
    }
    row.with(Key::Block, block.map(|(block, _)| block))
        .with(Key::BlockFrom, block.map(|(_, from)| from))
        .with(Key::Device, device.map(Device::name))
        .with(Figure::BlocksPerSm, occupancy.map(|of| of.blocks_per_sm))
        .with(Key::WarpsPerSm, occupancy.map(|of| of.warps_per_sm()))
        .with(Key::MaxWarpsPerSm, occupancy.map(|of| of.max_warps_per_sm))
        .with(
            Key::OccupancyPercent,
            Cell::percent(occupancy.map(|of| of.ratio())),
        )
        .with(Key::BindingLimits, Cell::binding_limits(occupancy.as_ref()))
}

/// The file, and in an archive the member.
pub(crate) fn title(row: &Row) -> String {
    match (row.text(Key::File), row.get(Key::Member)) {
        (file, Cell::Unknown) => file.to_owned(),
        (file, member) => format!("{file}({member})"),
    }
}

/// The best-known device of each compute capability. All devices of it have the same occupancy, because
/// it depends on one SM.
const USUAL: &[Device] = &[
    GTX750TI, GTX970, TX1, P100, GTX1080, TX2, V100, AGX_XAVIER, T4, A100, RTX3090, AGX_ORIN,
    RTX4090, H100, B200, B300, THOR, RTX5090, GB10,
];

/// The device; `None` if the compute capability is not known.
pub(crate) fn usual((major, minor): (u32, u32)) -> Option<&'static Device> {
    USUAL.iter().find(|device| {
        let sm = device.multiprocessor();
        (sm.major(), sm.minor()) == (major, minor)
    })
}

#[cfg(test)]
mod tests {
    use occupancy_core::Multiprocessor;

    use super::{USUAL, usual};

    #[test]
    fn every_compute_capability_has_a_device() {
        for sm in Multiprocessor::ALL {
            let device = usual((sm.major(), sm.minor())).unwrap_or_else(|| panic!("{}", sm.name()));
            assert_eq!(device.multiprocessor(), sm);
        }
        assert_eq!(USUAL.len(), Multiprocessor::ALL.len());
        assert!(usual((10, 7)).is_none());
    }
}
