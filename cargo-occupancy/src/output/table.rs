//! A table for people.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::layout::Layout;
use super::{Column, KernelList, Output, printable};
use crate::row::Row;
use crate::wrap::wrap;

pub(super) struct Table<'a> {
    out: &'a mut dyn Write,
    /// Columns of the terminal, if lines are made to fit.
    width: Option<usize>,
    /// Sorted, the kernels of all files are in one table.
    is_sorted: bool,
    /// Whether each file is named.
    has_titles: bool,
    title: Option<String>,
    rows: Vec<Row>,
    smem: u32,
    devices: BTreeMap<String, &'static str>,
    /// Which of [`NOTES`] apply.
    notes: [bool; NOTES.len()],
    has_ptx: bool,
}

/// A note below the table, if it applies to a row.
type Note = (fn(&Row) -> bool, &'static str);

/// The notes on machine code.
const NOTES: [Note; 8] = [
    (
        |row| row.block_from == Some("launch bounds"),
        "block: launch bounds state the largest; smaller ones can be launched",
    ),
    (
        |row| row.block.is_none(),
        "block -: no launch bounds; state it with `--threads` for occupancy",
    ),
    (
        |row| row.blocks_per_sm == Some(0),
        "blocks/SM 0: the block needs more than an SM has, and cannot be launched",
    ),
    (
        |row| row.device.is_none(),
        "occupancy ?: the limits of this GPU are not known",
    ),
    (
        |row| row.spill_instructions.is_none(),
        "spills ?: CUDA before 12.8 does not state them; the stack may hold some",
    ),
    (
        |row| row.stack.is_none(),
        "stack ?: the kernel recurses, or calls functions that are unknown before linking",
    ),
    (
        |row| row.is_relocatable == Some(true),
        "*: not linked yet (-rdc=true); linking may raise registers, smem, stack and barriers",
    ),
    (
        |row| row.virtual_resources > Some(0),
        "tcgen05: blocks/SM without tensor memory, whose columns no file states; fewer may work \
         at once, and the driver's occupancy API answers 1",
    ),
];

/// The note on PTX.
const PTX: &str = "compute_: PTX, whose registers are unknown until it is compiled";

impl<'a> Table<'a> {
    pub(super) fn new(list: &KernelList, out: &'a mut dyn Write, width: Option<usize>) -> Self {
        Self {
            out,
            width,
            is_sorted: list.sort.is_some(),
            has_titles: list.has_titles,
            title: None,
            rows: Vec::new(),
            smem: list.smem,
            devices: BTreeMap::new(),
            notes: [false; NOTES.len()],
            has_ptx: false,
        }
    }

    /// Writes the table of one file or member.
    fn write_rows(&mut self) -> io::Result<()> {
        let rows = std::mem::take(&mut self.rows);
        if rows.is_empty() {
            return Ok(());
        }
        let mut has_files = false;
        if self.is_sorted {
            has_files = rows.iter().any(|row| row.title() != rows[0].title());
        } else if let Some(title) = &self.title
            && self.has_titles
        {
            writeln!(self.out, "{}", printable(title))?;
        }
        let columns: Vec<_> = Column::ALL
            .into_iter()
            .filter(|&column| has_files || column != Column::File)
            .collect();
        let cells = |row: &Row| columns.iter().map(|column| column.cell(row)).collect();
        let rows = rows.iter().map(cells).collect();
        Layout { columns, rows }.write(self.out, self.width)?;
        writeln!(self.out)
    }

    fn write_note(&mut self, note: &str) -> io::Result<()> {
        for line in wrap(note, self.width.unwrap_or(usize::MAX)) {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    fn note(&mut self, row: &Row) {
        if row.registers.is_none() {
            self.has_ptx = true;
            return;
        }
        if let Some(device) = row.device {
            self.devices.insert(row.target.clone(), device);
        }
        for (is_noted, (applies, _)) in self.notes.iter_mut().zip(NOTES) {
            *is_noted |= applies(row);
        }
    }
}

impl Output<Row> for Table<'_> {
    fn row(&mut self, row: Row) -> io::Result<()> {
        let title = row.title();
        if !self.is_sorted && self.title.as_ref() != Some(&title) {
            self.write_rows()?;
            self.has_titles |= row.packed.is_some() || row.member.is_some();
            self.title = Some(title);
        }
        self.note(&row);
        self.rows.push(row);
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.write_rows()?;
        if !self.devices.is_empty() {
            let devices: Vec<_> = self
                .devices
                .iter()
                .map(|(target, device)| format!("{target} as on {device}"))
                .collect();
            self.write_note(&format!(
                "occupancy: {}; with {} bytes of dynamic shared memory (--smem)",
                devices.join(", "),
                self.smem
            ))?;
        }
        let of_code = NOTES.iter().zip(self.notes);
        let of_code = of_code.filter_map(|(note, is_noted)| is_noted.then_some(note.1));
        for note in of_code.chain(self.has_ptx.then_some(PTX)) {
            self.write_note(note)?;
        }
        Ok(())
    }
}
