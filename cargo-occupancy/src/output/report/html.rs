//! A page of its own: a table that can be sorted, and the limits and drawings of each kernel. It loads nothing,
//! and without scripts it is only not sorted.

use std::fmt::Write as _;
use std::io::{self, Write};

use occupancy_report::calculator::{Cell, Row};
use occupancy_report::{drawings, lines};

use super::{of_page, summary};
use crate::output::column::Column;
use crate::output::markup::html;
use crate::packages::Declaration;
use crate::reported::{library, path, place};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Rows of a page whose drawings are shown before they are asked for.
const FEW: usize = 12;

pub(crate) fn write_report_html(
    declarations: &[Declaration],
    rows: &[Row],
    out: &mut dyn Write,
) -> io::Result<()> {
    let summary = html(&summary(rows));
    writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>GPU kernels: {summary}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>GPU kernels</h1>\n<p>{summary}</p>"
    )?;
    if !rows.is_empty() {
        write_table(rows, out)?;
    }
    let mut last = None;
    for (number, (declaration, row)) in declarations.iter().zip(rows).enumerate() {
        let kernel = identity(row);
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

fn write_table(rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
    let columns = of_page(rows);
    writeln!(
        out,
        "<p class=\"more\">Scroll the table for the columns that do not fit.</p>\n\
         <div class=\"rows\" role=\"region\" aria-label=\"Kernels\" tabindex=\"0\">\n<table>\n<thead>\n<tr>"
    )?;
    for column in &columns {
        writeln!(
            out,
            "<th scope=\"col\"{} aria-sort=\"none\"><button type=\"button\">{}</button></th>",
            class(column),
            column.header
        )?;
    }
    writeln!(out, "</tr>\n</thead>\n<tbody>")?;
    let mut first = 0;
    for (number, row) in rows.iter().enumerate() {
        // The heading is that of the first GPU.
        if number == 0 || identity(row) != identity(&rows[number - 1]) {
            first = number;
        }
        write!(out, "<tr>")?;
        for column in &columns {
            let (key, cell) = (html(&key(column, row)), html(&column.text(row)));
            if column.header == "kernel" {
                write!(
                    out,
                    "<th scope=\"row\" data-key=\"{key}\"><a href=\"#kernel-{first}\">{cell}</a></th>"
                )?;
            } else {
                write!(out, "<td{} data-key=\"{key}\">{cell}</td>", class(column))?;
            }
        }
        writeln!(out, "</tr>")?;
    }
    writeln!(out, "</tbody>\n</table>\n</div>")
}

fn class(column: &Column) -> &'static str {
    if column.is_numeric {
        " class=\"number\""
    } else {
        ""
    }
}

/// What a cell is sorted by; empty if nothing is known.
fn key(column: &Column, row: &Row) -> String {
    let text = column.text(row);
    match column.cell(row) {
        _ if text == column.unknown => String::new(),
        cell @ Cell::Dims(_) => cell.size().unwrap_or(0).to_string(),
        cell if column.is_numeric => cell.to_string(),
        _ => text,
    }
}

/// What rows of one kernel on several GPUs share.
fn identity(row: &Row) -> [String; 3] {
    [library(row), path(row), place(row)]
}

fn write_kernel(number: usize, row: &Row, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "<h2 id=\"kernel-{number}\">{}</h2>\n<p><code>{}</code>, {}, {}</p>",
        html(&path(row)),
        html(row.text("launch_type")),
        html(&place(row)),
        html(&library(row))
    )?;
    if let Cell::Text(reason) = row.get("intent") {
        let reason = html(reason);
        writeln!(out, "<p>Low occupancy is intended: {reason}</p>")?;
    }
    Ok(())
}

fn write_gpu(
    declaration: &Declaration,
    row: &Row,
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
    if let Cell::Row(compiled) = row.get("compiled") {
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
fn figures(compiled: &Row) -> Vec<(&'static str, String)> {
    let mut name = format!("{} for {}", compiled.text("name"), compiled.text("target"));
    if let Cell::Text(toolkit) = compiled.get("toolkit") {
        let _ = write!(name, ", CUDA {toolkit}");
    }
    let figures = [
        ("registers", "registers"),
        ("static shared memory", "static_shared_memory"),
        ("stack", "stack"),
        ("spill instructions", "spill_instructions"),
        ("barriers", "barriers"),
        ("code bytes", "code_bytes"),
    ];
    let figures = figures.map(|(label, name)| {
        let text = match compiled.get(name) {
            Cell::Number(number) => occupancy_core::text::grouped(*number).to_string(),
            _ => "not known".to_owned(),
        };
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
