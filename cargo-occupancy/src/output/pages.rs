//! The pages of `occupancy report`: Markdown, and HTML with a table that can be sorted, and the limits and drawings of
//! each kernel. The HTML loads nothing; without scripts, everything but sorting works.

use itertools::Itertools;
use occupancy_core::kernel::{Argument, Figure};
use occupancy_core::{Multiprocessor, gpu::Words, text::grouped};
use occupancy_report::calculator::{Cell, Key, Row};
use occupancy_report::escape::{html, markdown};
use occupancy_report::{counted, drawings, lines, worded};

use super::code;
use super::column::Column;
use super::columns::DECLARATIONS;
use crate::packages::{Declaration, library, path, place};
use crate::row::{keys, rank};

/// The columns of a page, the most important first, since a page has room for all, and their headers.
fn page_columns(all: &[Declaration]) -> (Vec<&'static Column>, Vec<String>) {
    const FIRST: [Key; 5] = keys! {
        Key: Name Device;
        Figure: BlocksPerSm;
        Key: OccupancyPercent BindingLimits;
    };
    let rows = all.iter().map(|it| &it.row);
    let shown = DECLARATIONS.iter().filter(|it| it.is_shown(rows.clone()));
    let columns = shown.sorted_by_key(|it| rank(&FIRST, it.key)).collect_vec();
    let archs = all.iter().map(|it| it.arch).collect_vec();
    let words = Words::of(&archs);
    let worded = |column: &&Column| worded(column.header, words);
    let headers = columns.iter().map(worded).collect();
    (columns, headers)
}

/// "3 kernels of gemm on 2 GPUs".
fn summary(all: &[Declaration]) -> String {
    if all.is_empty() {
        return "no kernels".to_owned();
    }
    let rows = || all.iter().map(|it| &it.row);
    let kernels = rows().map(identity).unique().count();
    let gpus = rows().map(|row| row.text(Argument::Arch)).unique().count();
    let packages = rows().map(|row| row.text(Key::Package)).sorted().dedup();
    let [kernels, gpus] =
        [(kernels, "kernel"), (gpus, "GPU")].map(|(count, noun)| counted(count as u64, noun));
    format!("{kernels} of {} on {gpus}", packages.format(", "))
}

/// The library, path and place of a kernel, which its rows on several GPUs share.
fn identity(row: &Row) -> [String; 3] {
    [library(row), path(row), place(row)]
}

/// The table as Markdown, for GitHub and GitLab.
pub(crate) fn markdown_page(all: &[Declaration]) -> String {
    let heading = format!("### GPU kernels: {}\n\n", markdown(&summary(all)));
    if all.is_empty() {
        return heading;
    }
    let (columns, headers) = page_columns(all);
    let headers = headers.join(" | ");
    let side = |column: &&Column| if column.is_numeric() { "--:|" } else { "---|" };
    let sides: String = columns.iter().map(side).collect();
    let row = |declaration: &Declaration| {
        let mut cells = columns.iter().map(|column| match column.key {
            Key::Name => code(&column.text(&declaration.row)),
            _ => markdown(&column.text(&declaration.row)),
        });
        format!("| {} |\n", cells.join(" | "))
    };
    let rows: String = all.iter().map(row).collect();
    format!("{heading}| {headers} |\n|{sides}\n{rows}\n")
}

/// The comments in it are the places of the other parts. Escaped names cannot contain them.
const PAGE: &str = include_str!("pages/page.html");
const TABLE: &str = include_str!("pages/table.html");
const STYLE: &str = include_str!("pages/page.css");
const SCRIPT: &str = include_str!("pages/page.js");

/// The most rows of a page whose drawings are open at first.
const FEW: usize = 12;

/// The page in HTML.
pub(crate) fn html_page(all: &[Declaration]) -> String {
    let (mut cells, mut kernels) = (String::new(), String::new());
    let (columns, headers) = page_columns(all);
    let mut number = 0;
    let open = if all.len() <= FEW { " open" } else { "" };
    for gpus in all.chunk_by(|a, b| identity(&a.row) == identity(&b.row)) {
        kernels += &kernel(number, &gpus[0].row);
        for declaration in gpus {
            cells += &table_row(&columns, number, &declaration.row);
            kernels += &gpu(declaration, open);
        }
        number += gpus.len();
    }
    let header = |(column, header): (&&Column, &String)| {
        let class = class(column);
        format!(
            "<th scope=\"col\"{class} aria-sort=\"none\"><button type=\"button\">{header}</button></th>\n"
        )
    };
    let headers: String = columns.iter().zip(&headers).map(header).collect();
    let table = match all {
        [] => String::new(),
        _ => TABLE
            .replace("<!--HEADERS-->", &headers)
            .replace("<!--ROWS-->", &cells),
    };
    PAGE.replace("/*STYLE*/", STYLE)
        .replace("/*SCRIPT*/", SCRIPT)
        .replace("<!--SUMMARY-->", &html(&summary(all)))
        .replace("<!--TABLE-->", &table)
        .replace("<!--KERNELS-->", &kernels)
}

/// A row of the table, with a link to the heading of its kernel, whose number is given.
fn table_row(columns: &[&Column], number: usize, row: &Row) -> String {
    let cell = |column: &&Column| {
        let [key, text] = [key(column, row), column.text(row)].map(|text| html(&text));
        if column.key == Key::Name {
            let link = format!("<a href=\"#kernel-{number}\">{text}</a>");
            format!("<th scope=\"row\" data-key=\"{key}\">{link}</th>")
        } else {
            format!("<td{} data-key=\"{key}\">{text}</td>", class(column))
        }
    };
    let cells: String = columns.iter().map(cell).collect();
    format!("<tr>{cells}</tr>\n")
}

fn class(column: &Column) -> &'static str {
    if column.is_numeric() {
        " class=\"number\""
    } else {
        ""
    }
}

/// The sort key of a cell; empty if it is not known.
fn key(column: &Column, row: &Row) -> String {
    let text = column.text(row);
    match column.cell(row) {
        _ if text == column.unknown => String::new(),
        cell @ Cell::Dims(_) => cell.size().unwrap_or(0).to_string(),
        cell if column.is_numeric() => cell.to_string(),
        _ => text,
    }
}

fn kernel(number: usize, row: &Row) -> String {
    let [path, place, library] = [path(row), place(row), library(row)].map(|text| html(&text));
    let launch_type = html(row.text(Key::LaunchType));
    let intent = match row.get(Argument::Intent) {
        Cell::Text(reason) => format!("<p>Low occupancy is intended: {}</p>\n", html(reason)),
        _ => String::new(),
    };
    format!(
        "<h2 id=\"kernel-{number}\">{path}</h2>\n<p><code>{launch_type}</code>, {place}, {library}</p>\n{intent}"
    )
}

fn gpu(declaration: &Declaration, open: &str) -> String {
    let (configuration, arch) = (&declaration.configuration, &declaration.arch);
    let mut out = format!("<h3>{}</h3>\n", html(arch.name()));
    for paragraph in lines(configuration, arch) {
        let lines = paragraph.iter();
        out += &list(lines.map(|line| (&*line.label, line.text.trim_end())));
    }
    if let Cell::Row(compiled) = declaration.row.get(Key::Compiled) {
        out += &list(figures(compiled, arch.multiprocessor()));
    }
    if let Some(drawings) = drawings(configuration, arch) {
        let (start, end) = ("><summary>Drawings</summary>\n", "\n</details>\n");
        out.extend(["<details", open, start, drawings.trim_end(), end]);
    }
    out
}

/// The labels and texts of the compiled code that the attribute names.
fn figures(compiled: &Row, sm: &Multiprocessor) -> impl Iterator<Item = (String, String)> {
    let toolkit = match compiled.text(Figure::Toolkit) {
        "" => String::new(),
        toolkit => format!(", CUDA {toolkit}"),
    };
    let [name, target] = [Key::Name, Key::Target].map(|key| compiled.text(key));
    let name = format!("{name} for {target}{toolkit}");
    let is_number = |key: &Key| match key {
        Key::Figure(figure) => *figure != Figure::Toolkit && figure.is_of(sm.vendor()),
        _ => false,
    };
    let figures = compiled.keys().filter(is_number).map(|key| {
        let number = compiled.number(key);
        let text = number.map_or("not known".to_owned(), |count| grouped(count).to_string());
        (worded(&key.name().replace('_', " "), sm.words()), text)
    });
    [("compiled".to_owned(), name)].into_iter().chain(figures)
}

fn list(lines: impl Iterator<Item = (impl AsRef<str>, impl AsRef<str>)>) -> String {
    let mut out = "<dl>\n".to_owned();
    for (label, text) in lines {
        let (label, text) = (html(label.as_ref()), html(text.as_ref()));
        out.extend(["<dt>", &label, "</dt><dd>", &text, "</dd>\n"]);
    }
    out + "</dl>\n"
}
