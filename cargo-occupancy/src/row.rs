//! The row of one kernel of a file.

use std::sync::LazyLock;

use occupancy_binary::Entry;
use occupancy_core::{Compiled, Device, Kernel, Occupancy, gpu::CodeForm};
use occupancy_report::calculator::{Cell, Row};

use crate::demangle::demangle;
use crate::device;
use crate::selection::Reading;
use occupancy_report::calculator::Dims;

/// A kernel, and what was found out about it.
struct Found<'a> {
    file: &'a str,
    member: Option<&'a str>,
    name: String,
    target: &'a str,
    compiled: &'a Compiled<'a>,
    smem: u32,
    /// The block of the occupancy, and where it comes from.
    block: Option<(Dims, &'static str)>,
    device: Option<&'static Device>,
    occupancy: Option<Occupancy>,
}

/// The columns: those of what the code states have the names of the fields of [`Compiled`].
const COLUMNS: [(&str, fn(&Found<'_>) -> Cell); 31] = [
    ("file", |of| Cell::text(Some(of.file))),
    ("member", |of| Cell::text(of.member)),
    ("symbol", |of| Cell::text(Some(of.compiled.name))),
    ("name", |of| Cell::text(Some(&of.name))),
    // `sm_90`, or `compute_90` for PTX.
    ("target", |of| Cell::text(Some(of.target))),
    ("toolkit", |of| {
        let toolkit = of.compiled.toolkit;
        Cell::text(toolkit.map(|(major, minor)| format!("{major}.{minor}")))
    }),
    ("is_relocatable", |of| match of.compiled.form {
        CodeForm::MachineCode => Cell::Flag(of.compiled.is_relocatable),
        _ => Cell::Unknown,
    }),
    ("registers", |of| Cell::number(of.compiled.registers)),
    ("register_cap", |of| Cell::number(of.compiled.register_cap)),
    ("static_shared_memory", |of| {
        Cell::number(of.compiled.static_shared_memory)
    }),
    ("dynamic_shared_memory", |of| Cell::number(Some(of.smem))),
    ("frame", |of| Cell::number(of.compiled.frame)),
    ("stack", |of| Cell::number(of.compiled.stack)),
    ("spill_instructions", |of| {
        Cell::number(of.compiled.spill_instructions)
    }),
    ("barriers", |of| Cell::number(of.compiled.barriers)),
    ("code_bytes", |of| Cell::number(of.compiled.code_bytes)),
    ("parameter_bytes", |of| {
        Cell::number(of.compiled.parameter_bytes)
    }),
    ("virtual_resources", |of| {
        Cell::number(of.compiled.virtual_resources)
    }),
    ("max_block", |of| Cell::dims(of.compiled.max_block)),
    ("required_block", |of| {
        Cell::dims(of.compiled.required_block)
    }),
    ("min_blocks", |of| Cell::number(of.compiled.min_blocks)),
    ("cluster", |of| Cell::dims(of.compiled.cluster_dim)),
    ("max_cluster_rank", |of| {
        Cell::number(of.compiled.max_cluster_rank)
    }),
    ("block", |of| Cell::dims(of.block.map(|(block, _)| block))),
    // `required`, `launch bounds` or `--threads`.
    ("block_from", |of| {
        Cell::text(of.block.map(|(_, from)| from))
    }),
    ("device", |of| Cell::text(of.device.map(Device::name))),
    ("blocks_per_sm", |of| {
        Cell::number(of.occupancy.map(|occupancy| occupancy.blocks_per_sm))
    }),
    ("warps_per_sm", |of| {
        Cell::number(of.occupancy.map(|occupancy| occupancy.warps_per_sm()))
    }),
    ("max_warps_per_sm", |of| {
        Cell::number(of.occupancy.map(|occupancy| occupancy.max_warps_per_sm))
    }),
    ("occupancy_percent", |of| {
        Cell::percent(of.occupancy.map(|occupancy| occupancy.ratio()))
    }),
    ("binding_limits", |of| {
        Cell::binding_limits(of.occupancy.as_ref())
    }),
];

/// The names of the columns.
pub(crate) static NAMES: LazyLock<Vec<&str>> =
    LazyLock::new(|| COLUMNS.iter().map(|(name, _)| *name).collect());

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
    target: &str,
    compiled: &Compiled<'_>,
    args: &Reading<'_>,
) -> Row {
    let stated = [
        (compiled.required_block, "required"),
        (compiled.max_block, "launch bounds"),
        (args.selection.threads, "--threads"),
    ];
    let mut stated = stated.into_iter();
    let mut found = Found {
        file,
        member: entry.member.as_deref(),
        name: if args.is_mangled {
            compiled.name.to_owned()
        } else {
            demangle(compiled.name)
        },
        target,
        compiled,
        smem: args.selection.smem,
        block: stated.find_map(|(block, from)| Some((block?, from))),
        device: None,
        occupancy: None,
    };
    if compiled.registers.is_some() && compiled.barriers.is_some() {
        found.device = device::usual(compiled.compute_capability);
        found.occupancy = found.occupancy();
    }
    let cells = COLUMNS.iter().map(|(_, cell)| cell(&found));
    Row::new(&NAMES, cells.collect())
}

/// What a declared kernel was compiled to.
pub(crate) fn of_declared(compiled: &Compiled<'_>) -> Row {
    let target = compiled
        .form
        .target(compiled.compute_capability, compiled.suffix);
    let found = Found {
        file: "",
        member: None,
        name: demangle(compiled.name),
        target: &target.to_string(),
        compiled,
        smem: 0,
        block: None,
        device: None,
        occupancy: None,
    };
    let of_declared = COLUMNS
        .iter()
        .filter(|(name, _)| OF_DECLARED.contains(name));
    Row::new(
        &OF_DECLARED,
        of_declared.map(|(_, cell)| cell(&found)).collect(),
    )
}

impl Found<'_> {
    fn occupancy(&self) -> Option<Occupancy> {
        let kernel = Kernel::new(self.block?.0, self.compiled.registers?)
            .with_static_shared_memory(self.compiled.static_shared_memory?)
            .with_dynamic_shared_memory(self.smem)
            .with_barriers(self.compiled.barriers?)
            .with_cluster_dim(self.compiled.cluster_dim);
        Occupancy::new(self.device?.compute_capability(), &kernel).ok()
    }
}

/// The file, and in an archive the member.
pub(crate) fn title(row: &Row) -> String {
    match (row.text("file"), row.get("member")) {
        (file, Cell::Unknown) => file.to_owned(),
        (file, member) => format!("{file}({member})"),
    }
}

#[cfg(test)]
mod tests {
    use super::{NAMES, OF_DECLARED};

    #[test]
    fn what_is_declared_has_the_columns_of_files_in_their_order() {
        let mut names = NAMES.iter();
        assert!(
            OF_DECLARED
                .iter()
                .all(|name| names.any(|other| other == name))
        );
    }
}
