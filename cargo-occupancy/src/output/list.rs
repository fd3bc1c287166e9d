//! How rows are listed: their form, their order, and how many; tables fit a terminal.

use std::io::{self, Write};
use std::mem::take;

use clap::ValueEnum;
use occupancy_report::calculator::{Key, Row};
use occupancy_report::escape::{json, visible};
use unicode_width::UnicodeWidthStr;

use super::column::Column;
use crate::wrap::{shortened, shortened_name, wrapped};

/// Columns of the terminal that a name has at least, before others are left out for it.
const LEAST_NAME: usize = 32;
/// Columns that a name has in any case.
const LEAST: usize = 8;
/// Columns of a file's name beside the kernel's.
const FILE: usize = 32;

/// The output of a list, by the value of `--format`.
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

/// Takes rows one by one, and writes them as soon as their form allows it: [`begin`](Self::begin), then
/// [`row`](Self::row) for each, and [`finish`](Self::finish).
#[derive(Default)]
pub(crate) struct List {
    pub(crate) format: Format,
    pub(crate) sort: Option<&'static Column>,
    /// Sorts the other way round.
    pub(crate) reverse: bool,
    /// Rows that are listed at most.
    pub(crate) top: Option<usize>,
    /// The columns of a table.
    pub(crate) columns: &'static [Column],
    /// The columns of comma-separated values.
    pub(crate) keys: &'static [Key],
    /// Columns of the terminal that a table fits, if there is one.
    pub(crate) width: Option<usize>,
    /// What rows that are not sorted have a table of their own for, with a title.
    pub(crate) title: Option<fn(&Row) -> String>,
    /// The only title, which says nothing.
    pub(crate) only: Option<String>,
    /// Rows that wait for their order, or the rows of all tables.
    pub(crate) rows: Vec<Row>,
    /// Rows that are listed.
    pub(crate) count: usize,
    /// Rows of the tables that are written.
    pub(crate) written: usize,
}

impl List {
    pub(crate) fn begin(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.format {
            Format::Table => Ok(()),
            Format::Csv => write_csv(self.keys.iter().map(|key| key.name().to_owned()), out),
            Format::Json => out.write_all(b"["),
        }
    }

    pub(crate) fn row(&mut self, row: Row, out: &mut dyn Write) -> io::Result<()> {
        if self.sort.is_some() {
            self.rows.push(row);
            return Ok(());
        }
        self.list(row, out)
    }

    /// Lists the next row.
    fn list(&mut self, row: Row, out: &mut dyn Write) -> io::Result<()> {
        if self.top.is_some_and(|most| self.count >= most) {
            return Ok(());
        }
        self.count += 1;
        match self.format {
            Format::Csv => write_csv(row.cells().iter().map(ToString::to_string), out),
            Format::Json => {
                let separator: &[u8] = if self.count == 1 { b"\n" } else { b",\n" };
                out.write_all(separator)?;
                out.write_all(json(&serde_json::to_string(&row)?).as_bytes())
            }
            Format::Table => {
                if let (Some(title), None, Some(last)) = (self.title, self.sort, self.rows.last())
                    && title(last) != title(&row)
                {
                    self.write_table(out)?;
                }
                self.rows.push(row);
                Ok(())
            }
        }
    }

    /// Writes the rows of the last title.
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

    /// Writes what is left, and returns the rows of the tables.
    pub(crate) fn finish(mut self, out: &mut dyn Write) -> io::Result<Vec<Row>> {
        if let Some(column) = self.sort {
            let mut rows = column.sort(take(&mut self.rows), self.reverse);
            rows.try_for_each(|row| self.list(row, out))?;
        }
        match self.format {
            Format::Table => self.write_table(out)?,
            Format::Csv => {}
            Format::Json => out.write_all(b"\n]\n")?,
        }
        Ok(self.rows)
    }
}

fn write_csv(fields: impl Iterator<Item = String>, out: &mut dyn Write) -> io::Result<()> {
    let mut line = csv::Writer::from_writer(Vec::new());
    line.write_record(fields.map(String::into_bytes))?;
    let line = line.into_inner().map_err(csv::IntoInnerError::into_error)?;
    out.write_all(&line)
}

/// A column of a table, and the texts of its cells.
struct Cells {
    column: &'static Column,
    texts: Vec<String>,
    width: usize,
}

impl Cells {
    fn new(column: &'static Column, texts: impl Iterator<Item = String>) -> Self {
        let texts: Vec<_> = texts.collect();
        let widths = texts.iter().map(|cell| cell.width());
        Self {
            column,
            width: widths.chain([column.header.width()]).max().unwrap_or(0),
            texts,
        }
    }

    fn shorten(&mut self, shortened: impl Fn(&str) -> String) {
        *self = Self::new(self.column, self.texts.iter().map(|cell| shortened(cell)));
    }

    /// Whether all rows have the same in it.
    fn is_same(&self) -> bool {
        self.texts.windows(2).all(|two| two[0] == two[1])
    }
}

/// A table with the columns that say something of its rows; within a width, if there is one.
fn table(columns: &'static [Column], rows: &[Row], width: Option<usize>) -> String {
    let shown = columns.iter().filter(|column| column.is_shown(rows));
    let cells = |column| Cells::new(column, rows.iter().map(|row| column.text(row)));
    render(shown.map(cells).collect(), width)
}

fn render(mut columns: Vec<Cells>, width: Option<usize>) -> String {
    let said = width.map_or_else(Vec::new, |width| fit(&mut columns, width));
    let mut out = line(&columns, |of| of.column.header);
    for row in 0..columns.first().map_or(0, |of| of.texts.len()) {
        out += &line(&columns, |of| &of.texts[row]);
    }
    out.extend(said.iter().map(|text| wrapped(text, width)));
    out
}

/// Makes room for the name, which is the last column: first omits columns with the same value in every row, then others.
/// Says what it omits.
fn fit(columns: &mut Vec<Cells>, width: usize) -> Vec<String> {
    for files in columns.iter_mut().filter(|of| of.column.is_file) {
        files.shorten(|text| shortened(text, FILE));
    }
    let wanted = columns.last().map_or(0, |name| name.width.min(LEAST_NAME));
    let ranked = columns.iter().filter(|of| of.column.rank.is_some());
    let mut ranks: Vec<_> = ranked.map(|of| (!of.is_same(), of.column.rank)).collect();
    ranks.sort_unstable();
    let (mut same, mut left_out) = (Vec::new(), Vec::new());
    for (differs, rank) in ranks {
        if name_width(columns, width) < wanted
            && let Some(at) = columns.iter().position(|of| of.column.rank == rank)
        {
            let Cells { column, texts, .. } = columns.remove(at);
            if differs {
                left_out.push(column.header.to_owned());
            } else {
                same.push(format!("{} {}", column.header, texts[0]));
            }
        }
    }
    let width = name_width(columns, width).max(LEAST);
    if let Some(name) = columns.last_mut() {
        name.shorten(|text| shortened_name(text, width));
    }
    let said = [("in every row", same), ("not shown (--wide)", left_out)];
    let said = said.into_iter().filter(|(_, what)| !what.is_empty());
    let said = said.map(|(how, what)| format!("{how}: {}", what.join(", ")));
    said.collect()
}

/// What is left of a line for the name.
fn name_width(columns: &[Cells], width: usize) -> usize {
    let others = columns.iter().rev().skip(1);
    // A blank on its left.
    let taken = others.map(|of| of.width + 2).sum::<usize>() + 1;
    width.saturating_sub(taken)
}

fn line<'c>(columns: &'c [Cells], cell: impl Fn(&'c Cells) -> &'c str) -> String {
    let mut line = String::new();
    for of in columns {
        let cell = cell(of);
        let padding = " ".repeat(of.width.saturating_sub(cell.width()));
        let mut sides = [cell, &*padding];
        if of.column.is_numeric {
            sides.reverse();
        }
        line.extend([" ", sides[0], sides[1], " "]);
    }
    format!("{}\n", line.trim_end())
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    use super::{Cells, render};
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
        let cells = |(at, column): (usize, _)| {
            Cells::new(column, ROWS.iter().map(|row| row[at].to_owned()))
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
            // What is not in the table is listed below it.
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
