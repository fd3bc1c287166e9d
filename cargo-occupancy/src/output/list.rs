//! How rows are listed: their form, their order, and how many.

use std::io::{self, Write};
use std::mem::take;

use clap::ValueEnum;
use occupancy_report::calculator::Row;

use super::column::Column;
use super::markup::printable;
use super::table::table;

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
    pub(crate) names: &'static [&'static str],
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
            Format::Csv => write_csv(self.names.iter().map(ToString::to_string), out),
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
                serde_json::to_writer(out, &row).map_err(io::Error::from)
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
            writeln!(out, "{}", printable(title))?;
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
