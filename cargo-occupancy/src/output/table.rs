//! A table for people.

use std::collections::{BTreeMap, BTreeSet};
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
    notes: BTreeSet<Note>,
}

/// A note below the table, if it applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Note {
    LaunchBounds,
    NoBlock,
    TooMuch,
    UnknownGpu,
    UnknownSpills,
    UnknownStack,
    Relocatable,
    TensorMemory,
    Ptx,
}

impl Note {
    fn text(self) -> &'static str {
        match self {
            Self::LaunchBounds => {
                "block: launch bounds state the largest; smaller ones can be launched"
            }
            Self::NoBlock => "block -: no launch bounds; state it with `--threads` for occupancy",
            Self::TooMuch => {
                "blocks/SM 0: the block needs more than an SM has, and cannot be launched"
            }
            Self::UnknownGpu => "occupancy ?: the limits of this GPU are not known",
            Self::UnknownSpills => {
                "spills ?: CUDA before 12.8 does not state them; the stack may hold some"
            }
            Self::UnknownStack => {
                "stack ?: the kernel recurses, or calls functions that are unknown before linking"
            }
            Self::Relocatable => {
                "*: not linked yet (-rdc=true); linking may raise registers, smem, stack and barriers"
            }
            Self::TensorMemory => {
                "tcgen05: blocks/SM without tensor memory, whose columns no file states; fewer may work \
                 at once, and the driver's occupancy API answers 1"
            }
            Self::Ptx => "compute_: PTX, whose registers are unknown until it is compiled",
        }
    }
}

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
            notes: BTreeSet::new(),
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
            self.notes.insert(Note::Ptx);
            return;
        }
        if let Some(device) = row.device {
            self.devices.insert(row.target.clone(), device);
        }
        let occurring = [
            (Note::LaunchBounds, row.block_from == Some("launch bounds")),
            (Note::NoBlock, row.block.is_none()),
            (Note::TooMuch, row.blocks_per_sm == Some(0)),
            (Note::UnknownGpu, row.device.is_none()),
            (Note::UnknownSpills, row.spill_instructions.is_none()),
            (Note::UnknownStack, row.stack.is_none()),
            (Note::Relocatable, row.is_relocatable == Some(true)),
            (Note::TensorMemory, row.virtual_resources > Some(0)),
        ];
        let occurring = occurring.into_iter().filter(|(_, occurs)| *occurs);
        self.notes.extend(occurring.map(|(note, _)| note));
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
        for note in std::mem::take(&mut self.notes) {
            self.write_note(note.text())?;
        }
        Ok(())
    }
}
