//! For a pull request: Markdown as GitHub and GitLab show it.

use super::{of_page, summary};
use crate::output::column::Column;
use crate::output::markup::{code, text};
use crate::packages::Declaration;

pub(crate) fn report_markdown(all: &[Declaration]) -> String {
    let heading = format!("### GPU kernels: {}\n\n", text(&summary(all)));
    if all.is_empty() {
        return heading;
    }
    let columns = of_page(all);
    let headers = columns.iter().map(|column| column.header.to_owned());
    let side = |column: &&Column| if column.is_numeric { "--:|" } else { "---|" };
    let sides: String = columns.iter().map(side).collect();
    let cells = |one: &Declaration| {
        let cells = columns.iter().map(|column| match column.header {
            "kernel" => code(&column.text(&one.row)),
            _ => text(&column.text(&one.row)),
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
