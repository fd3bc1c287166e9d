//! A page of its own: a table that can be sorted, and the limits and drawings of each kernel. It loads nothing,
//! and without scripts it is only not sorted.

use std::fmt::Write as _;
use std::io::{self, Write};

use occupancy_core::kernel::Argument;
use occupancy_report::calculator::Extent;
use occupancy_report::{drawings, lines};

use super::super::layout::TableColumn;
use super::{NONE, ReportColumn, summary};
use crate::output::calculated::CalculatedColumn;
use crate::output::markup::html;
use crate::packages::Declaration;
use crate::reported::{Figures, Reported};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Rows of a page whose drawings are shown before they are asked for.
const FEW: usize = 12;

pub(crate) fn write_report_html(
    declarations: &[Declaration],
    out: &mut dyn Write,
) -> io::Result<()> {
    let rows: Vec<_> = declarations.iter().map(Reported::new).collect();
    let summary = html(&summary(&rows));
    writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>GPU kernels: {summary}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>GPU kernels</h1>\n<p>{summary}</p>"
    )?;
    if !rows.is_empty() {
        write_table(&rows, out)?;
    }
    let mut last = None;
    for (number, (declaration, row)) in declarations.iter().zip(&rows).enumerate() {
        let kernel = (row.library(), row.path(), row.place());
        if last.as_ref() != Some(&kernel) {
            write_kernel(number, row, out)?;
        }
        last = Some(kernel);
        write_gpu(declaration, row, rows.len() <= FEW, out)?;
    }
    writeln!(
        out,
        "</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>"
    )
}

fn write_table(rows: &[Reported], out: &mut dyn Write) -> io::Result<()> {
    let columns = ReportColumn::of_page(rows);
    writeln!(
        out,
        "<p class=\"more\">Scroll the table for the columns that do not fit.</p>\n\
         <div class=\"rows\" role=\"region\" aria-label=\"Kernels\" tabindex=\"0\">\n<table>\n<thead>\n<tr>"
    )?;
    for column in &columns {
        writeln!(
            out,
            "<th scope=\"col\"{} aria-sort=\"none\"><button type=\"button\">{}</button></th>",
            class(*column),
            column.header()
        )?;
    }
    writeln!(out, "</tr>\n</thead>\n<tbody>")?;
    let mut first = 0;
    for (number, row) in rows.iter().enumerate() {
        // The heading is that of the first GPU.
        let is_same = |other: &Reported| {
            other.path() == row.path()
                && other.library() == row.library()
                && other.place() == row.place()
        };
        if number == 0 || !is_same(&rows[number - 1]) {
            first = number;
        }
        write!(out, "<tr>")?;
        for column in &columns {
            let (key, cell) = (html(&key(*column, row)), html(&column.cell(row)));
            if *column == ReportColumn::Kernel {
                write!(
                    out,
                    "<th scope=\"row\" data-key=\"{key}\"><a href=\"#kernel-{first}\">{cell}</a></th>"
                )?;
            } else {
                write!(out, "<td{} data-key=\"{key}\">{cell}</td>", class(*column))?;
            }
        }
        writeln!(out, "</tr>")?;
    }
    writeln!(out, "</tbody>\n</table>\n</div>")
}

fn class(column: ReportColumn) -> &'static str {
    if column.is_numeric() {
        " class=\"number\""
    } else {
        ""
    }
}

/// What a cell is sorted by; empty if nothing is known.
fn key(column: ReportColumn, row: &Reported) -> String {
    let asked = &row.calculated.asked;
    let size = |extent: Extent| extent.size().to_string();
    let cell = match column {
        ReportColumn::Of(CalculatedColumn::Of(
            argument @ (Argument::Threads | Argument::Cluster),
        )) => asked.extent(argument).map(size).unwrap_or_default(),
        column => column.cell(row),
    };
    if cell == NONE {
        return String::new();
    }
    if column.is_numeric() {
        return cell.trim_end_matches(" %").replace(',', "");
    }
    cell
}

fn write_kernel(number: usize, row: &Reported, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "<h2 id=\"kernel-{number}\">{}</h2>\n<p><code>{}</code>, {}, {}</p>",
        html(&row.path()),
        html(&row.launch_type),
        html(&row.place()),
        html(&row.library())
    )?;
    if let Some(reason) = row.calculated.asked.get(Argument::Intent) {
        let reason = html(&reason.to_string());
        writeln!(out, "<p>Low occupancy is intended: {reason}</p>")?;
    }
    Ok(())
}

fn write_gpu(
    declaration: &Declaration,
    row: &Reported,
    is_open: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (configuration, arch) = (declaration.configuration(), &declaration.arch);
    writeln!(out, "<h3>{}</h3>", html(arch.name()))?;
    for paragraph in lines(&configuration, arch) {
        let lines = paragraph
            .iter()
            .map(|line| (&*line.label, line.text.trim_end()));
        write_lines(lines, out)?;
    }
    if let Some(compiled) = &row.compiled {
        let figures = figures(compiled);
        write_lines(figures.iter().map(|(label, text)| (*label, &**text)), out)?;
    }
    if let Some(drawings) = drawings(&configuration, arch) {
        let open = if is_open { " open" } else { "" };
        writeln!(
            out,
            "<details{open}><summary>Drawings</summary>\n{}\n</details>",
            drawings.trim_end()
        )?;
    }
    Ok(())
}

/// What the kernel was compiled to, beside what the attribute states.
fn figures(compiled: &Figures) -> Vec<(&'static str, String)> {
    let mut name = format!("{} for {}", compiled.name, compiled.target);
    if let Some(toolkit) = &compiled.toolkit {
        let _ = write!(name, ", CUDA {toolkit}");
    }
    let number = |number: Option<u32>| number.map(u64::from);
    let figures = [
        ("registers", number(compiled.registers)),
        (
            "static shared memory",
            number(compiled.static_shared_memory),
        ),
        ("stack", number(compiled.stack)),
        ("spill instructions", number(compiled.spill_instructions)),
        ("barriers", number(compiled.barriers)),
        ("code bytes", compiled.code_bytes),
    ];
    let figures = figures.into_iter().map(|(label, figure)| {
        let text = figure.map_or_else(
            || "not known".to_owned(),
            |figure| occupancy_core::text::grouped(figure).to_string(),
        );
        (label, text)
    });
    [("compiled", name)].into_iter().chain(figures).collect()
}

fn write_lines<'l>(
    lines: impl Iterator<Item = (&'l str, &'l str)>,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "<dl>")?;
    for (label, text) in lines {
        writeln!(out, "<dt>{}</dt><dd>{}</dd>", html(label), html(text))?;
    }
    writeln!(out, "</dl>")
}
