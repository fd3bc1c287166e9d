//! What `occupancy report` shows of one kernel on one GPU.

use std::sync::LazyLock;

use occupancy_report::calculator::{CALCULATED, Cell, NamedArch, Row, calculated, codes};

use crate::packages::Declaration;
use crate::row::of_declared;

/// Where the kernel is declared; behind it, the configuration and its occupancy, under the names of `occupancy
/// calculate`, the target that the attribute names, and the figures of the compiled kernel.
const ORIGIN: [(&str, fn(&Declaration) -> Cell); 8] = [
    ("package", |of| Cell::text(Some(&of.target.package))),
    // `lib`, `bin`, `example` or `test`.
    ("crate_kind", |of| Cell::text(Some(of.target.kind.name()))),
    ("crate_name", |of| Cell::text(Some(&of.target.name))),
    ("module", |of| Cell::text(Some(&of.origin.module))),
    ("name", |of| Cell::text(Some(&of.origin.kernel))),
    ("launch_type", |of| Cell::text(Some(&of.origin.launch_type))),
    ("file", |of| Cell::text(Some(&of.origin.file))),
    ("line", |of| Cell::number(Some(of.origin.line))),
];

static NAMES: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let origin = ORIGIN.iter().map(|(name, _)| *name);
    let calculated = CALCULATED.iter().copied();
    origin
        .chain(calculated)
        .chain(["target", "compiled"])
        .collect()
});

/// The row of a kernel.
pub(crate) fn reported(declaration: &Declaration) -> Row {
    let configuration = declaration.configuration();
    let name = declaration.arch.short_name().to_owned();
    let named = NamedArch::new(name, declaration.arch);
    let said = [codes(&configuration), declaration.warnings()];
    let calculated = calculated(&configuration, declaration.intent(), &named, said);
    let mut cells: Vec<_> = ORIGIN.iter().map(|(_, cell)| cell(declaration)).collect();
    cells.extend_from_slice(calculated.cells());
    cells.push(Cell::text(declaration.stated_target()));
    cells.push(match declaration.compiled() {
        Some(compiled) => Cell::Row(Box::new(of_declared(compiled))),
        None => Cell::Unknown,
    });
    Row::new(&NAMES, cells)
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
