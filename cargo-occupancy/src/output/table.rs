//! A table for people.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use occupancy_report::calculator::{Cell, Row};

use super::kernels::{KERNELS, KernelList};
use super::list::write_table;
use super::{Output, printable};
use crate::row::title;
use crate::wrap::wrap;

pub(super) struct Table<'a> {
    out: &'a mut dyn Write,
    /// Columns of the terminal, if lines are made to fit.
    width: Option<usize>,
    kernels: KernelList,
    /// The file of the rows; sorted, the kernels of all files are in one table.
    title: Option<String>,
    rows: Vec<Row>,
    devices: BTreeMap<String, String>,
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
    pub(super) fn new(kernels: KernelList, out: &'a mut dyn Write, width: Option<usize>) -> Self {
        Self {
            out,
            width,
            kernels,
            title: None,
            rows: Vec::new(),
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
        if let Some(title) = &self.title
            && self.title != self.kernels.only
        {
            writeln!(self.out, "{}", printable(title))?;
        }
        write_table(&KERNELS, &rows, self.out, self.width)?;
        writeln!(self.out)
    }

    fn write_note(&mut self, note: &str) -> io::Result<()> {
        for line in wrap(note, self.width.unwrap_or(usize::MAX)) {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    fn note(&mut self, row: &Row) {
        let is_unknown = |name| *row.get(name) == Cell::Unknown;
        if is_unknown("registers") {
            self.notes.insert(Note::Ptx);
            return;
        }
        if !is_unknown("device") {
            let [target, device] = ["target", "device"].map(|name| row.text(name).to_owned());
            self.devices.insert(target, device);
        }
        let occurring = [
            (
                Note::LaunchBounds,
                row.text("block_from") == "launch bounds",
            ),
            (Note::NoBlock, is_unknown("block")),
            (Note::TooMuch, row.number("blocks_per_sm") == Some(0_u64)),
            (Note::UnknownGpu, is_unknown("device")),
            (Note::UnknownSpills, is_unknown("spill_instructions")),
            (Note::UnknownStack, is_unknown("stack")),
            (
                Note::Relocatable,
                *row.get("is_relocatable") == Cell::Flag(true),
            ),
            (
                Note::TensorMemory,
                row.number("virtual_resources") > Some(0_u64),
            ),
        ];
        let occurring = occurring.into_iter().filter(|(_, occurs)| *occurs);
        self.notes.extend(occurring.map(|(note, _)| note));
    }
}

impl Output for Table<'_> {
    fn row(&mut self, row: Row) -> io::Result<()> {
        let title = Some(title(&row));
        if self.kernels.list.sort.is_none() && self.title != title {
            self.write_rows()?;
            self.title = title;
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
                self.kernels.smem
            ))?;
        }
        for note in std::mem::take(&mut self.notes) {
            self.write_note(note.text())?;
        }
        Ok(())
    }
}
