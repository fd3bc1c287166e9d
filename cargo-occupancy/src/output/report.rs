//! The pages of `occupancy report`.

mod html;

use std::collections::BTreeSet;

use occupancy_report::calculator::Row;

use super::column::Column;
use super::columns::REPORTED;
use super::markup;
use crate::packages::{Declaration, library, path, place};

pub(crate) use self::html::report_html;

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
