//! The rows of another output in order.

use std::io;

use super::{Column, Output};
use crate::row::Row;

pub(super) struct Sorted<'a> {
    output: Box<dyn Output + 'a>,
    column: Column,
    reverse: bool,
    rows: Vec<Row>,
}

impl<'a> Sorted<'a> {
    pub(super) fn new(output: Box<dyn Output + 'a>, column: Column, reverse: bool) -> Self {
        Self {
            output,
            column,
            reverse,
            rows: Vec::new(),
        }
    }
}

impl Output for Sorted<'_> {
    fn row(&mut self, row: Row) -> io::Result<()> {
        self.rows.push(row);
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        // Those that are equal stay in the order of the files.
        self.rows
            .sort_by(|a, b| self.column.order(a, b, self.reverse));
        for row in self.rows {
            self.output.row(row)?;
        }
        self.output.finish()
    }
}
