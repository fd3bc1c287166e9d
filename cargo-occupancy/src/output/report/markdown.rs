//! For a pull request: Markdown as GitHub and GitLab show it.

use std::io::{self, Write};

use occupancy_report::calculator::Row;

use super::{of_page, summary};
use crate::output::markup::{code, text};

pub(crate) fn write_report_markdown(rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "### GPU kernels: {}\n", text(&summary(rows)))?;
    if rows.is_empty() {
        return Ok(());
    }
    let columns = of_page(rows);
    let headers: Vec<_> = columns.iter().map(|column| column.header).collect();
    writeln!(out, "| {} |", headers.join(" | "))?;
    let sides: String = columns
        .iter()
        .map(|column| if column.is_numeric { "--:|" } else { "---|" })
        .collect();
    writeln!(out, "|{sides}")?;
    for row in rows {
        let cells: Vec<_> = columns
            .iter()
            .map(|column| match column.header {
                "kernel" => code(&column.text(row)),
                _ => text(&column.text(row)),
            })
            .collect();
        writeln!(out, "| {} |", cells.join(" | "))?;
    }
    writeln!(out)
}
