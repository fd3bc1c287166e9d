//! Lists rows in a format and an order. Tables fit the terminal.

use std::fmt::{Display, Write as _};
use std::io::{self, Write};
use std::mem::take;

use clap::ValueEnum;
use itertools::{Either, Itertools};
use occupancy_core::gpu::Words;
use occupancy_report::calculator::{Key, Row};
use occupancy_report::escape::{json, visible};
use occupancy_report::worded;
use unicode_width::UnicodeWidthStr;

use super::column::Column;
use crate::selection::arch;
use crate::wrap::{shortened, shortened_name, wrapped};

/// Columns of the terminal that a name should have: other columns are omitted for them.
const LEAST_NAME: usize = 32;
/// Columns of the terminal that a name has in any case.
const LEAST: usize = 8;
/// Columns of the terminal that the name of a file has at most.
const FILE: usize = 32;

/// The format of a list, as `--format` names it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    #[default]
    Table,
    /// Comma-separated values, with a header.
    Csv,
    /// An array of objects.
    Json,
}

/// Writes rows as soon as the format and the order allow it. Call [`begin`](Self::begin), then [`rows`](Self::rows), and
/// [`finish`](Self::finish).
#[derive(Default)]
pub(crate) struct List {
    pub(crate) format: Format,
    pub(crate) sort: Option<&'static Column>,
    /// Reverses the order.
    pub(crate) reverse: bool,
    /// The most rows that are listed.
    pub(crate) top: Option<usize>,
    /// The columns of a table.
    pub(crate) columns: &'static [Column],
    /// The columns of comma-separated values.
    pub(crate) keys: &'static [Key],
    /// The width that tables fit, if there is one.
    pub(crate) width: Option<usize>,
    /// The title of a row. Rows that are not sorted are in a table for each title.
    pub(crate) title: Option<fn(&Row) -> String>,
    /// A title that is not written, because all rows have it.
    pub(crate) only: Option<String>,
    /// The rows that wait to be sorted, or the rows of all tables.
    pub(crate) rows: Vec<Row>,
    /// The count of rows that are listed.
    pub(crate) count: usize,
    /// The count of rows in tables that are written.
    pub(crate) written: usize,
}

impl List {
    pub(crate) fn begin(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.format {
            Format::Table => Ok(()),
            Format::Csv => write_csv([self.keys.iter().map(|key| key.name())], out),
            Format::Json => out.write_all(b"["),
        }
    }

    pub(crate) fn rows(&mut self, mut rows: Vec<Row>, out: &mut dyn Write) -> io::Result<()> {
        if self.sort.is_some() {
            self.rows.append(&mut rows);
            return Ok(());
        }
        self.list(rows, out)
    }

    /// Lists the next rows.
    fn list(&mut self, mut rows: Vec<Row>, out: &mut dyn Write) -> io::Result<()> {
        if let Some(most) = self.top {
            rows.truncate(most.saturating_sub(self.count));
        }
        if self.format != Format::Table {
            let text = self.text(&rows)?;
            // The first object has no comma before it.
            let is_first = self.count == 0 && self.format == Format::Json;
            self.count += rows.len();
            let first = text.strip_prefix(b",").filter(|_| is_first);
            return out.write_all(first.unwrap_or(&text));
        }
        self.count += rows.len();
        for row in rows {
            if let (Some(title), None, Some(last)) = (self.title, self.sort, self.rows.last())
                && title(last) != title(&row)
            {
                self.write_table(out)?;
            }
            self.rows.push(row);
        }
        Ok(())
    }

    /// The text of some rows, behind others.
    fn text<'r>(&'r self, rows: &'r [Row]) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        if self.format == Format::Csv {
            let cells = |row: &'r Row| {
                if row.keys().eq(self.keys.iter().copied()) {
                    return Either::Left(row.cells());
                }
                Either::Right(self.keys.iter().map(|key| row.get(*key)))
            };
            write_csv(rows.iter().map(cells), &mut text)?;
        } else {
            for row in rows {
                write!(text, ",\n{}", json(&serde_json::to_string(row)?))?;
            }
        }
        Ok(text)
    }

    /// Writes the table of the rows that are not written yet.
    fn write_table(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let rows = &self.rows[self.written..];
        self.written = self.rows.len();
        let Some(row) = rows.first() else {
            return Ok(());
        };
        let title = self.title.map(|title| title(row));
        if let Some(title) = &title
            && self.sort.is_none()
            && self.only.as_ref() != Some(title)
        {
            writeln!(out, "{}", visible(title))?;
        }
        let end = if title.is_some() { "\n" } else { "" };
        write!(out, "{}{end}", table(self.columns, rows, self.width))
    }

    /// Writes the rest, and returns the rows of all tables.
    pub(crate) fn finish(mut self, out: &mut dyn Write) -> io::Result<Vec<Row>> {
        if let Some(column) = self.sort {
            let rows = column.sort(take(&mut self.rows), self.reverse);
            self.list(rows.collect(), out)?;
        }
        match self.format {
            Format::Table => self.write_table(out)?,
            Format::Csv => {}
            Format::Json => out.write_all(b"\n]\n")?,
        }
        Ok(self.rows)
    }
}

fn write_csv<F: Display>(
    lines: impl IntoIterator<Item = impl Iterator<Item = F>>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    let mut field = String::new();
    for line in lines {
        for cell in line {
            field.clear();
            let _ = write!(field, "{cell}");
            writer.write_field(&field)?;
        }
        writer.write_record(None::<&[u8]>)?;
    }
    writer.flush()
}

/// A column of a table, its header in the words of the GPUs, and the texts of its cells.
struct Cells {
    column: &'static Column,
    header: String,
    texts: Vec<String>,
    width: usize,
}

impl Cells {
    fn new(column: &'static Column, header: String, texts: impl Iterator<Item = String>) -> Self {
        let texts: Vec<_> = texts.collect();
        let widths = texts.iter().chain([&header]).map(|text| text.width());
        Self {
            column,
            width: widths.max().unwrap_or(0),
            header,
            texts,
        }
    }

    fn shorten(&mut self, shortened: impl Fn(&str) -> String) {
        let texts = self.texts.iter().map(|cell| shortened(cell));
        *self = Self::new(self.column, self.header.clone(), texts);
    }

    /// Returns `true` if all rows have the same text.
    fn is_same(&self) -> bool {
        self.texts.iter().all_equal()
    }
}

/// The words that are true for the GPUs of rows: those that are calculated, or those of their code.
pub(crate) fn words(rows: &[Row]) -> Words {
    let names = |row| [Key::ComputeCapability, Key::Target].map(|key| Row::text(row, key));
    let archs = rows.iter().flat_map(names).unique().filter_map(arch);
    Words::of(&archs.collect_vec())
}

/// A table of the columns that are shown for its rows.
fn table(columns: &'static [Column], rows: &[Row], width: Option<usize>) -> String {
    let shown = columns.iter().filter(|column| column.is_shown(rows));
    let words = words(rows);
    let cells = |column: &'static Column| {
        let texts = rows.iter().map(|row| column.text(row));
        Cells::new(column, worded(column.header, words), texts)
    };
    render(shown.map(cells).collect(), width)
}

fn render(mut columns: Vec<Cells>, width: Option<usize>) -> String {
    let notes = width.map_or_else(Vec::new, |width| fit(&mut columns, width));
    let mut out = line(&columns, |cells| &cells.header);
    for row in 0..columns.first().map_or(0, |cells| cells.texts.len()) {
        out += &line(&columns, |cells| &cells.texts[row]);
    }
    out.extend(notes.iter().map(|text| wrapped(text, width)));
    out
}

/// Makes room for the name, which is the last column: omits columns with the same text in every row, then others. Returns
/// notes that say which.
fn fit(columns: &mut Vec<Cells>, width: usize) -> Vec<String> {
    let has_files = |cells: &&mut Cells| matches!(cells.column.key, Key::File | Key::Line);
    for files in columns.iter_mut().filter(has_files) {
        files.shorten(|text| shortened(text, FILE));
    }
    let wanted = columns.last().map_or(0, |name| name.width.min(LEAST_NAME));
    let ranked = columns.iter().filter(|cells| cells.column.rank.is_some());
    let ranks = ranked.map(|cells| (!cells.is_same(), cells.column.rank));
    let (mut same, mut left_out) = (Vec::new(), Vec::new());
    for (differs, rank) in ranks.sorted_unstable() {
        if name_width(columns, width) < wanted
            && let Some(at) = columns.iter().position(|cells| cells.column.rank == rank)
        {
            let Cells { header, texts, .. } = columns.remove(at);
            if differs {
                left_out.push(header);
            } else {
                same.push(format!("{header} {}", texts[0]));
            }
        }
    }
    let width = name_width(columns, width).max(LEAST);
    if let Some(name) = columns.last_mut() {
        name.shorten(|text| shortened_name(text, width));
    }
    let mut notes = Vec::new();
    for (why, columns) in [("in every row", same), ("not shown (--wide)", left_out)] {
        if !columns.is_empty() {
            notes.push(format!("{why}: {}", columns.join(", ")));
        }
    }
    notes
}

/// Columns of the terminal that are left for the name.
fn name_width(columns: &[Cells], width: usize) -> usize {
    let others = columns.iter().rev().skip(1);
    // Each has a blank on both sides, and the name on its left.
    let taken = others.map(|cells| cells.width + 2).sum::<usize>() + 1;
    width.saturating_sub(taken)
}

fn line<'c>(columns: &'c [Cells], cell: impl Fn(&'c Cells) -> &'c str) -> String {
    let mut line = String::new();
    for cells in columns {
        let cell = cell(cells);
        let padding = " ".repeat(cells.width.saturating_sub(cell.width()));
        let mut sides = [cell, &*padding];
        if cells.column.is_numeric() {
            sides.reverse();
        }
        line.extend([" ", sides[0], sides[1], " "]);
    }
    format!("{}\n", line.trim_end())
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    use super::{Cells, Column, render};
    use crate::output::KERNELS;

    const NAME: &str = "blas::gemm<__half, 128, 64>(__half const*, __half const*, __half*, int)";

    const ROWS: [[&str; 5]; 2] = [
        ["sm_90", "128", "1", "13.5", NAME],
        ["sm_90", "8", "16", "13.5", "saxpy"],
    ];

    fn lines(width: Option<usize>) -> Vec<String> {
        let named = ["target", "regs", "barriers", "CUDA", "kernel"];
        let columns = KERNELS
            .iter()
            .filter(|column| named.contains(&column.header));
        let cells = |(at, column): (usize, &'static Column)| {
            let texts = ROWS.iter().map(|row| row[at].to_owned());
            Cells::new(column, column.header.to_owned(), texts)
        };
        let columns = columns.enumerate().map(cells).collect();
        let text = render(columns, width);
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn lines_fit_every_terminal() {
        let all = lines(None);
        assert_eq!(all.len(), 3);
        assert!(all[1].ends_with(NAME));
        assert_eq!(lines(Some(200)), all);
        for width in 24..200 {
            let lines = lines(Some(width));
            assert!(lines.iter().all(|line| line.width() <= width), "{lines:#?}");
            // Columns that are not in the table are named below it.
            let text = lines.join(" ");
            for word in ["target", "barriers", "CUDA"] {
                assert!(text.contains(word), "{width}: {text}");
            }
            assert!(text.contains("128") && text.contains("saxpy"));
        }
    }

    #[test]
    fn columns_without_a_difference_make_room_first() {
        let at_52 = "
 regs  barriers  kernel
  128         1  blas::gemm<__half, 128, 64>(__h…nt)
    8        16  saxpy
in every row: CUDA 13.5, target sm_90";
        let at_40 = "
 regs  kernel
  128  blas::gemm<__half, 128, 64>(__…t)
    8  saxpy
in every row: CUDA 13.5, target sm_90
not shown (--wide): barriers";
        for (width, expected) in [(52, at_52), (40, at_40)] {
            assert_eq!(
                lines(Some(width)),
                expected.lines().skip(1).collect::<Vec<_>>()
            );
        }
    }
}
