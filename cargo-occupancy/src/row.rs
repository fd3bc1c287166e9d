//! The row of one kernel of a file.

use std::sync::LazyLock;

use occupancy_binary::Entry;
use occupancy_core::devices::{
    A100, AGX_ORIN, AGX_XAVIER, B200, B300, GB10, GTX750TI, GTX970, GTX1080, H100, P100, RTX3090,
    RTX4090, RTX5090, T4, THOR, TX1, TX2, V100,
};
use occupancy_core::gpu::{CodeForm, Suffix};
use occupancy_core::{Compiled, Device, Kernel, Occupancy};
use occupancy_report::calculator::{Cell, Row};

use crate::demangle::demangle;
use crate::selection::Selection;

/// The names of the columns.
pub(crate) static NAMES: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let any = Compiled::ptx("", (9, 0), Suffix::None);
    let columns = columns("", &any, &Selection::default());
    [&["file", "member"], columns.names()].concat()
});

/// Those of what a declared kernel was compiled to.
const OF_DECLARED: [&str; 10] = [
    "symbol",
    "name",
    "target",
    "toolkit",
    "registers",
    "static_shared_memory",
    "stack",
    "spill_instructions",
    "barriers",
    "code_bytes",
];

/// What the code of an entry states; only machine code states registers and what follows from them.
pub(crate) fn of_entry(
    file: &str,
    entry: &Entry<'_>,
    compiled: &Compiled<'_>,
    selection: &Selection,
) -> Row {
    Row::default()
        .with_text("file", Some(file))
        .with_text("member", entry.member.as_deref())
        .with_row(columns(&entry.target(), compiled, selection))
        .only(&NAMES)
}

/// What a declared kernel was compiled to.
pub(crate) fn of_declared(compiled: &Compiled<'_>) -> Row {
    let (cc, suffix) = (compiled.compute_capability, compiled.suffix);
    let target = compiled.form.target(cc, suffix).to_string();
    columns(&target, compiled, &Selection::default()).only(&OF_DECLARED)
}

/// Those of what the code states have the names of the fields of [`Compiled`].
fn columns(target: &str, compiled: &Compiled<'_>, selection: &Selection) -> Row {
    let name = if selection.is_mangled {
        compiled.name.to_owned()
    } else {
        demangle(compiled.name)
    };
    let toolkit = compiled.toolkit;
    let toolkit = toolkit.map(|(major, minor)| format!("{major}.{minor}"));
    let is_relocatable = match compiled.form {
        CodeForm::MachineCode => Cell::Flag(compiled.is_relocatable),
        _ => Cell::Unknown,
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
    let ratio = occupancy.map(|of| of.ratio());
    Row::default()
        .with_text("symbol", Some(compiled.name))
        .with_text("name", Some(name))
        // `sm_90`, or `compute_90` for PTX.
        .with_text("target", Some(target))
        .with_text("toolkit", toolkit)
        .with("is_relocatable", is_relocatable)
        .with_number("registers", compiled.registers)
        .with_number("register_cap", compiled.register_cap)
        .with_number("static_shared_memory", compiled.static_shared_memory)
        .with_number("dynamic_shared_memory", Some(selection.smem))
        .with_number("frame", compiled.frame)
        .with_number("stack", compiled.stack)
        .with_number("spill_instructions", compiled.spill_instructions)
        .with_number("barriers", compiled.barriers)
        .with_number("code_bytes", compiled.code_bytes)
        .with_number("parameter_bytes", compiled.parameter_bytes)
        .with_number("virtual_resources", compiled.virtual_resources)
        .with_dims("max_block", compiled.max_block)
        .with_dims("required_block", compiled.required_block)
        .with_number("min_blocks", compiled.min_blocks)
        .with_dims("cluster", compiled.cluster_dim)
        .with_number("max_cluster_rank", compiled.max_cluster_rank)
        .with_dims("block", block.map(|(block, _)| block))
        .with_text("block_from", block.map(|(_, from)| from))
        .with_text("device", device.map(Device::name))
        .with_number("blocks_per_sm", occupancy.map(|of| of.blocks_per_sm))
        .with_number("warps_per_sm", occupancy.map(|of| of.warps_per_sm()))
        .with_number("max_warps_per_sm", occupancy.map(|of| of.max_warps_per_sm))
        .with("occupancy_percent", Cell::percent(ratio))
        .with("binding_limits", Cell::binding_limits(occupancy.as_ref()))
}

/// The file, and in an archive the member.
pub(crate) fn title(row: &Row) -> String {
    match (row.text("file"), row.get("member")) {
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
