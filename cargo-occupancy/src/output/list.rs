//! How rows are listed: their form, their order, and how many.

use std::io::{self, Write};

use clap::ValueEnum;
use occupancy_report::calculator::Row;

use super::Output;
use super::column::Column;
use super::csv::Csv;
use super::json::Json;
use super::layout::Layout;

/// The output of a list, by the value of `--format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Table,
    /// Comma-separated values, with a header.
    Csv,
    /// An array of objects.
    Json,
}

/// How rows are listed.
#[derive(Clone, Copy)]
pub(crate) struct List {
    pub(crate) format: Format,
    pub(crate) sort: Option<&'static Column>,
    /// Sorts the other way round.
    pub(crate) reverse: bool,
    /// Rows that are listed at most.
    pub(crate) top: Option<usize>,
}

impl List {
    /// Writes rows with these columns; `table` makes the output for people.
    pub(super) fn output<'a>(
        self,
        out: &'a mut dyn Write,
        names: &[&str],
        table: impl FnOnce(&'a mut dyn Write) -> Box<dyn Output + 'a>,
    ) -> io::Result<Box<dyn Output + 'a>> {
        let output = match self.format {
            Format::Table => table(out),
            Format::Csv => Box::new(Csv::new(out, names)?),
            Format::Json => Box::new(Json::new(out)?),
        };
        Ok(Box::new(Sorted {
            output,
            list: self,
            rows: Vec::new(),
            taken: 0,
        }))
    }
}

/// The rows of another output in order, and the first of them.
struct Sorted<'a> {
    output: Box<dyn Output + 'a>,
    list: List,
    /// Rows that wait for their order.
    rows: Vec<Row>,
    /// Rows that do not wait.
    taken: usize,
}

impl Output for Sorted<'_> {
    fn row(&mut self, row: Row) -> io::Result<()> {
        if self.list.sort.is_some() {
            self.rows.push(row);
        } else if self.list.top.is_none_or(|most| self.taken < most) {
            self.taken += 1;
            self.output.row(row)?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        if let Some(column) = self.list.sort {
            let rows = column.sort(self.rows, self.list.reverse);
            for row in rows.take(self.list.top.unwrap_or(usize::MAX)) {
                self.output.row(row)?;
            }
        }
        self.output.finish()
    }
}

/// One table of all rows.
pub(super) struct Whole<'a> {
    pub(super) out: &'a mut dyn Write,
    pub(super) width: Option<usize>,
    pub(super) columns: &'static [Column],
    pub(super) rows: Vec<Row>,
}

impl Output for Whole<'_> {
    fn row(&mut self, row: Row) -> io::Result<()> {
        self.rows.push(row);
        Ok(())
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        write_table(self.columns, &self.rows, self.out, self.width)
    }
}

/// Writes a table with the columns that say something of its rows.
pub(super) fn write_table(
    columns: &'static [Column],
    rows: &[Row],
    out: &mut dyn Write,
    width: Option<usize>,
) -> io::Result<()> {
    let is_shown = |column: &&Column| column.is_shown(rows);
    let columns: Vec<_> = columns.iter().filter(is_shown).collect();
    let cells = |row: &Row| columns.iter().map(|column| column.text(row)).collect();
    let rows = rows.iter().map(cells).collect();
    Layout { columns, rows }.write(out, width)
}
