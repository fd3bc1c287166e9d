//! For a pull request: Markdown as GitHub and GitLab show it.

use occupancy_report::calculator::Row;

use super::{of_page, summary};
use crate::output::column::Column;
use crate::output::markup::{code, text};

pub(crate) fn report_markdown(rows: &[Row]) -> String {
    let heading = format!("### GPU kernels: {}\n\n", text(&summary(rows)));
    if rows.is_empty() {
        return heading;
    }
    let columns = of_page(rows);
    let headers = columns.iter().map(|column| column.header.to_owned());
    let side = |column: &&Column| if column.is_numeric { "--:|" } else { "---|" };
    let sides: String = columns.iter().map(side).collect();
    let cells = |row: &Row| {
        let cells = columns.iter().map(|column| match column.header {
            "kernel" => code(&column.text(row)),
            _ => text(&column.text(row)),
        });
        line(cells)
    };
    let rows: String = rows.iter().map(cells).collect();
    format!("{heading}{}|{sides}\n{rows}\n", line(headers))
}

fn line(cells: impl Iterator<Item = String>) -> String {
    let cells: Vec<_> = cells.collect();
    format!("| {} |\n", cells.join(" | "))
}
