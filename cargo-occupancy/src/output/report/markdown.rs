//! For a pull request: Markdown as GitHub and GitLab show it.

use std::io::{self, Write};

use super::super::layout::TableColumn;
use super::{ReportColumn, summary};
use crate::output::markup::{code, text};
use crate::packages::Declaration;
use crate::reported::Reported;

pub(crate) fn write_report_markdown(
    declarations: &[Declaration],
    out: &mut dyn Write,
) -> io::Result<()> {
    let rows: Vec<_> = declarations.iter().map(Reported::new).collect();
    writeln!(out, "### GPU kernels: {}\n", text(&summary(&rows)))?;
    if rows.is_empty() {
        return Ok(());
    }
    let columns = ReportColumn::of_page(&rows);
    let headers: Vec<_> = columns.iter().map(|column| column.header()).collect();
    writeln!(out, "| {} |", headers.join(" | "))?;
    let sides: String = columns
        .iter()
        .map(|column| if column.is_numeric() { "--:|" } else { "---|" })
        .collect();
    writeln!(out, "|{sides}")?;
    for row in &rows {
        let cells: Vec<_> = columns
            .iter()
            .map(|column| match column {
                ReportColumn::Kernel => code(&column.cell(row)),
                _ => text(&column.cell(row)),
            })
            .collect();
        writeln!(out, "| {} |", cells.join(" | "))?;
    }
    writeln!(out)
}
