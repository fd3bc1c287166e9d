//! The outputs of `occupancy report`: the columns, and pages.

mod html;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use occupancy_report::calculator::{Cell, Row};

use super::calculated::{DISPENSABLE, columns};
use super::column::{Column, Shown, ranked};
use super::markup;
use crate::packages::{Declaration, library, path, place};

pub(crate) use self::html::report_html;

/// What the configuration comes to, what the kernel was compiled to, and where it is; the name, which can be long, is
/// the last one.
pub(crate) static REPORTED: LazyLock<Vec<Column>> = LazyLock::new(|| {
    let compiled = |header, name: &'static str| {
        let cell = move |row: &Row| row.row("compiled").get(name).clone();
        Column::new(header, cell).shown(Shown::IfKnown)
    };
    let mut all = Vec::new();
    for column in columns() {
        let header = column.header;
        if header == "GPU" {
            let warnings = Column::of("warnings", "warnings").words();
            all.push(warnings.shown(Shown::IfKnown));
        }
        all.push(column);
        if header == "regs" {
            all.push(compiled("compiled regs", "registers"));
            all.push(compiled("spills", "spill_instructions"));
        }
    }
    all.push(Column::new("place", |row| Cell::Text(place(row))).files());
    all.push(Column::new("kernel", |row| Cell::Text(path(row))).words());
    ranked(all, DISPENSABLE)
});

/// The columns of a page, where nothing is cut off: what a row is about and what it comes to, and then the rest.
fn of_page(all: &[Declaration]) -> Vec<&'static Column> {
    const FIRST: [&str; 5] = ["kernel", "GPU", "blocks/SM", "occupancy", "bound by"];
    let rows = all.iter().map(|one| &one.row);
    let shown = REPORTED.iter().filter(|of| of.is_shown(rows.clone()));
    let mut columns: Vec<_> = shown.collect();
    columns.sort_by_key(|column| {
        let place = FIRST.iter().position(|first| *first == column.header);
        place.unwrap_or(FIRST.len())
    });
    columns
}

/// "3 kernels of gemm on 2 GPUs".
fn summary(all: &[Declaration]) -> String {
    if all.is_empty() {
        return "no kernels".to_owned();
    }
    let distinct = |of: &dyn Fn(&Row) -> String| {
        let all: BTreeSet<_> = all.iter().map(|one| of(&one.row)).collect();
        Vec::from_iter(all)
    };
    let counted = |of: &dyn Fn(&Row) -> String, noun| match distinct(of).len() {
        1 => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    };
    let kernels = counted(&|row| identity(row).join(" "), "kernel");
    let packages = distinct(&|row| row.text("package").to_owned()).join(", ");
    let gpus = counted(&|row| row.text("arch").to_owned(), "GPU");
    format!("{kernels} of {packages} on {gpus}")
}

/// What rows of one kernel on several GPUs share.
fn identity(row: &Row) -> [String; 3] {
    [library(row), path(row), place(row)]
}

/// For a pull request: Markdown as GitHub and GitLab show it.
pub(crate) fn report_markdown(all: &[Declaration]) -> String {
    let heading = format!("### GPU kernels: {}\n\n", markup::text(&summary(all)));
    if all.is_empty() {
        return heading;
    }
    let columns = of_page(all);
    let headers = columns.iter().map(|column| column.header.to_owned());
    let side = |column: &&Column| if column.is_numeric { "--:|" } else { "---|" };
    let sides: String = columns.iter().map(side).collect();
    let cells = |one: &Declaration| {
        let cells = columns.iter().map(|column| match column.header {
            "kernel" => markup::code(&column.text(&one.row)),
            _ => markup::text(&column.text(&one.row)),
        });
        line(cells)
    };
    let rows: String = all.iter().map(cells).collect();
    format!("{heading}{}|{sides}\n{rows}\n", line(headers))
}

fn line(cells: impl Iterator<Item = String>) -> String {
    let cells: Vec<_> = cells.collect();
    format!("| {} |\n", cells.join(" | "))
}

#[cfg(test)]
mod tests {
    use super::REPORTED;
    use crate::output::CALCULATIONS;

    #[test]
    fn every_column_has_its_place() {
        let mut named: Vec<_> = REPORTED.iter().map(|column| column.header).collect();
        for column in CALCULATIONS.iter() {
            assert!(named.contains(&column.header), "{}", column.header);
        }
        named.sort_unstable();
        named.dedup();
        assert_eq!(named.len(), REPORTED.len());
        // A narrow terminal has these, and says which others it leaves out.
        let kept = ["blocks/SM", "occupancy", "kernel"];
        for column in REPORTED.iter() {
            let is_kept = kept.contains(&column.header);
            assert_ne!(column.rank.is_some(), is_kept, "{}", column.header);
        }
    }
}
