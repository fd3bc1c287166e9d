//! Kernels that a file has twice: unlinked (-rdc=true), and linked.

use std::collections::{HashMap, HashSet};
use std::io;

use occupancy_report::calculator::{Cell, Row};

use crate::listed::Listed;

/// Passes on linked kernels, and at the end those that are only unlinked.
pub(crate) struct Twins<'t> {
    take: &'t mut dyn FnMut(Listed) -> io::Result<()>,
    /// The symbols of each target.
    linked: HashMap<String, HashSet<String>>,
    to_be_linked: Vec<Row>,
}

impl<'t> Twins<'t> {
    pub(crate) fn new(take: &'t mut dyn FnMut(Listed) -> io::Result<()>) -> Self {
        Self {
            take,
            linked: HashMap::new(),
            to_be_linked: Vec::new(),
        }
    }

    pub(crate) fn take(&mut self, mut listed: Listed) -> io::Result<()> {
        let is_to_be_linked = |row: &mut Row| *row.get("is_relocatable") == Cell::Flag(true);
        self.to_be_linked
            .extend(listed.rows.extract_if(.., is_to_be_linked));
        for row in &listed.rows {
            let target = row.text("target").to_owned();
            let symbols = self.linked.entry(target).or_default();
            symbols.insert(row.text("symbol").to_owned());
        }
        (self.take)(listed)
    }

    pub(crate) fn finish(self) -> io::Result<()> {
        let is_linked = |row: &Row| {
            let symbols = self.linked.get(row.text("target"));
            symbols.is_some_and(|symbols| symbols.contains(row.text("symbol")))
        };
        let mut rows = self.to_be_linked;
        rows.retain(|row| !is_linked(row));
        (self.take)(Listed {
            rows,
            ..Listed::default()
        })
    }
}
