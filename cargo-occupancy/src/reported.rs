//! What `occupancy report` shows of one kernel on one GPU.

use occupancy_core::Lint;
use occupancy_report::calculator::{Cell, Row, calculated, codes};

use crate::packages::Declaration;
use crate::row::of_declared;

/// Where the kernel is declared; behind it, the configuration and its occupancy, under the names of `occupancy
/// calculate`, the target that the attribute names, and the figures of the compiled kernel.
pub(crate) fn reported(declaration: &Declaration) -> Row {
    let (target, origin) = (&declaration.target, &declaration.origin);
    let (stated, configuration) = (&declaration.stated, &declaration.configuration);
    let arch = &declaration.arch;
    // The warnings that the attribute asks for, and that have something to say.
    let warnings = Lint::of_bits(configuration.warned_of(stated.lints)).map(Lint::code);
    let said = [codes(configuration), warnings.collect()];
    let compiled = configuration.compiled.first();
    let compiled = compiled.map(of_declared).map(Box::new);
    Row::default()
        .with_text("package", Some(&target.package))
        // `lib`, `bin`, `example` or `test`.
        .with_text("crate_kind", Some(target.kind.name()))
        .with_text("crate_name", Some(&target.name))
        .with_text("module", Some(&origin.module))
        .with_text("name", Some(&origin.kernel))
        .with_text("launch_type", Some(&origin.launch_type))
        .with_text("file", Some(&origin.file))
        .with_number("line", Some(origin.line))
        .with_row(calculated(
            configuration,
            stated.rare.intent,
            arch.short_name(),
            arch,
            said,
        ))
        .with_text("target", stated.target)
        .with("compiled", compiled.map_or(Cell::Unknown, Cell::Row))
}

/// `gemm::kernels::saxpy`
pub(crate) fn path(row: &Row) -> String {
    format!("{}::{}", row.text("module"), row.text("name"))
}

/// `src/kernels.rs:12`
pub(crate) fn place(row: &Row) -> String {
    format!("{}:{}", row.text("file"), row.get("line"))
}

/// `gemm`, or `gemm example sweep`: what it is compiled into.
pub(crate) fn library(row: &Row) -> String {
    let package = row.text("package");
    match row.text("crate_kind") {
        "lib" => package.to_owned(),
        kind => format!("{package} {kind} {}", row.text("crate_name")),
    }
}
