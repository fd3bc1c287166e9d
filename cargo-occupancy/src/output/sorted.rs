//! The rows of another output in order.

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
    /// Rows that are written at most.
    most: usize,
}

impl<'a, R, O> Sorted<'a, R, O> {
    pub(crate) fn new(output: Box<dyn Output<R> + 'a>, by: O, reverse: bool) -> Self {
        Self {
            output,
            by,
            reverse,
            rows: Vec::new(),
            most: usize::MAX,
        }
    }

    /// Writes only the first rows.
    pub(crate) fn top(mut self, most: usize) -> Self {
        self.most = most;
        self
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
        for row in self.rows.into_iter().take(self.most) {
            self.output.row(row)?;
        }
        self.output.finish()
    }
}
