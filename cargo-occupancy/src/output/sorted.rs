//! The rows of another output in order, and the first of them.

use std::cmp::Ordering;
use std::io;

use super::Output;

/// An order of rows.
pub(crate) trait Order<R> {
    /// The order of two rows, what is not known after everything else.
    fn order(self, a: &R, b: &R, reverse: bool) -> Ordering;
}

pub(crate) struct Sorted<'a, R, O> {
    output: Box<dyn Output<R> + 'a>,
    by: O,
    reverse: bool,
    rows: Vec<R>,
}

impl<'a, R, O> Sorted<'a, R, O> {
    pub(crate) fn new(output: Box<dyn Output<R> + 'a>, by: O, reverse: bool) -> Self {
        Self {
            output,
            by,
            reverse,
            rows: Vec::new(),
        }
    }
}

impl<R, O: Order<R> + Copy> Output<R> for Sorted<'_, R, O> {
    fn row(&mut self, row: R) -> io::Result<()> {
        self.rows.push(row);
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        // Those that are equal stay in their order.
        self.rows.sort_by(|a, b| self.by.order(a, b, self.reverse));
        for row in self.rows {
            self.output.row(row)?;
        }
        self.output.finish()
    }
}

/// Only the first rows.
pub(crate) struct Top<'a, R> {
    output: Box<dyn Output<R> + 'a>,
    left: usize,
}

impl<'a, R> Top<'a, R> {
    pub(crate) fn new(output: Box<dyn Output<R> + 'a>, most: usize) -> Self {
        Self { output, left: most }
    }
}

impl<R> Output<R> for Top<'_, R> {
    fn row(&mut self, row: R) -> io::Result<()> {
        if self.left == 0 {
            return Ok(());
        }
        self.left -= 1;
        self.output.row(row)
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.output.finish()
    }
}
