//! A table for people.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use comfy_table::{Cell, CellAlignment, Table as Cells, presets};

use super::{Output, dims};
use crate::args::Inspect;
use crate::row::Row;

/// Columns of numbers stand on the right. The name, which can be long, is the last one.
const COLUMNS: [(&str, CellAlignment); 12] = [
    ("target", CellAlignment::Left),
    ("regs", CellAlignment::Right),
    ("smem", CellAlignment::Right),
    ("stack", CellAlignment::Right),
    ("spills", CellAlignment::Right),
    ("barriers", CellAlignment::Right),
    ("block", CellAlignment::Right),
    ("blocks/SM", CellAlignment::Right),
    ("occupancy", CellAlignment::Right),
    ("bound by", CellAlignment::Left),
    ("CUDA", CellAlignment::Right),
    ("kernel", CellAlignment::Left),
];

/// What is not known.
const UNKNOWN: &str = "?";
/// What is not stated, as it is not limited.
const NONE: &str = "-";

pub(super) struct Table<'a> {
    out: &'a mut dyn Write,
    /// Whether each file is named.
    has_titles: bool,
    title: Option<String>,
    cells: Cells,
    smem: u32,
    devices: BTreeMap<String, &'static str>,
    notes: BTreeSet<Note>,
}

/// What is to be said below, if it occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Note {
    LaunchBounds,
    NoBlock,
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
                "block: that of launch bounds is the largest, and smaller ones can be launched"
            }
            Self::NoBlock => "block -: none is stated; `--threads` does, for occupancy",
            Self::UnknownGpu => "occupancy ?: the limits of this GPU are not known",
            Self::UnknownSpills => {
                "spills ?: CUDA before 12.8 does not state them; the stack may hold some"
            }
            Self::UnknownStack => {
                "stack ?: it recurs, or calls what is not known before it is linked"
            }
            Self::Relocatable => {
                "*: to be linked (-rdc=true); linked, it may use more registers, stack and barriers"
            }
            Self::TensorMemory => {
                "tcgen05: blocks/SM without tensor memory, whose columns no file states; fewer may work \
                 at once, and the driver's occupancy API answers 1"
            }
            Self::Ptx => "compute_: PTX, of which registers are known once it is compiled",
        }
    }
}

impl<'a> Table<'a> {
    pub(super) fn new(args: &Inspect, out: &'a mut dyn Write) -> Self {
        Self {
            out,
            has_titles: args.files.len() > 1,
            title: None,
            cells: empty(),
            smem: args.smem,
            devices: BTreeMap::new(),
            notes: BTreeSet::new(),
        }
    }

    /// Writes the table of one file or member.
    fn write_cells(&mut self) -> io::Result<()> {
        if self.cells.is_empty() {
            return Ok(());
        }
        if let Some(title) = &self.title
            && self.has_titles
        {
            writeln!(self.out, "{}", printable(title))?;
        }
        for line in self.cells.lines() {
            writeln!(self.out, "{}", line.trim_end())?;
        }
        self.cells = empty();
        writeln!(self.out)
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

impl Output for Table<'_> {
    fn row(&mut self, row: Row) -> io::Result<()> {
        let title = match &row.member {
            Some(member) => format!("{}({member})", row.file),
            None => row.file.clone(),
        };
        if self.title.as_ref() != Some(&title) {
            self.write_cells()?;
            self.has_titles |= row.member.is_some();
            self.title = Some(title);
        }
        self.note(&row);
        let known =
            |value: Option<u32>| value.map_or(UNKNOWN.to_owned(), |value| value.to_string());
        let mut target = row.target.clone();
        if row.is_relocatable == Some(true) {
            target.push('*');
        }
        let cells = [
            target,
            known(row.registers),
            known(row.static_shared_memory),
            known(row.stack),
            known(row.spill_instructions),
            known(row.barriers),
            row.block.map_or(NONE.to_owned(), dims),
            known(row.blocks_per_sm),
            row.occupancy_percent
                .map_or(UNKNOWN.to_owned(), |percent| format!("{percent} %")),
            row.binding_limits.unwrap_or(UNKNOWN.to_owned()),
            row.toolkit.unwrap_or(UNKNOWN.to_owned()),
            printable(&row.name),
        ];
        let aligned = cells
            .into_iter()
            .zip(COLUMNS)
            .map(|(text, (_, alignment))| Cell::new(text).set_alignment(alignment));
        self.cells.add_row(aligned);
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.write_cells()?;
        if !self.devices.is_empty() {
            let devices: Vec<_> = self
                .devices
                .iter()
                .map(|(target, device)| format!("{target} as on {device}"))
                .collect();
            writeln!(
                self.out,
                "occupancy: {}; with {} bytes of dynamic shared memory (--smem)",
                devices.join(", "),
                self.smem
            )?;
        }
        for note in &self.notes {
            writeln!(self.out, "{}", note.text())?;
        }
        Ok(())
    }
}

/// Text of a file without what would steer a terminal.
fn printable(text: &str) -> String {
    if text.contains(char::is_control) {
        text.escape_debug().to_string()
    } else {
        text.to_owned()
    }
}

fn empty() -> Cells {
    let mut cells = Cells::new();
    cells.load_style(presets::NOTHING);
    cells.set_header(COLUMNS.map(|(name, alignment)| Cell::new(name).set_alignment(alignment)));
    cells
}
