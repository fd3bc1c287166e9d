//! A table for people.

use std::collections::BTreeMap;
use std::io::{self, Write};

use occupancy_report::calculator::{Cell, Row};

use super::kernels::KERNELS;
use super::list::{List, write_table};
use super::{Output, printable};
use crate::row::{NAMES, title};
use crate::wrap::wrap;

/// How kernels are listed.
pub(crate) struct KernelList {
    pub(crate) list: List,
    /// The only file that is read, which needs no title.
    pub(crate) only: Option<String>,
    /// The dynamic shared memory that the kernels are launched with, in bytes.
    pub(crate) smem: u32,
}

/// Writes kernels in the form of `kernels`; a table fits the `width` of the terminal, if there is one.
pub(crate) fn kernels<'a>(
    kernels: KernelList,
    out: &'a mut dyn Write,
    width: Option<usize>,
) -> io::Result<Box<dyn Output + 'a>> {
    let list = kernels.list;
    list.output(out, &NAMES, |out| {
        Box::new(Table {
            out,
            width,
            kernels,
            title: None,
            rows: Vec::new(),
            devices: BTreeMap::new(),
            notes: [false; NOTES.len()],
        })
    })
}

struct Table<'a> {
    out: &'a mut dyn Write,
    /// Columns of the terminal, if lines are made to fit.
    width: Option<usize>,
    kernels: KernelList,
    /// The file of the rows; sorted, the kernels of all files are in one table.
    title: Option<String>,
    rows: Vec<Row>,
    devices: BTreeMap<String, String>,
    /// Which of the notes are about one of the rows.
    notes: [bool; NOTES.len()],
}

/// A note below the table, and whether it is about a row.
type Note = (&'static str, fn(&Row) -> bool);

const NOTES: [Note; 9] = [
    (
        "block: launch bounds state the largest; smaller ones can be launched",
        |row| is_compiled(row) && row.text("block_from") == "launch bounds",
    ),
    (
        "block -: no launch bounds; state it with `--threads` for occupancy",
        |row| is_compiled(row) && is_unknown(row, "block"),
    ),
    (
        "blocks/SM 0: the block needs more than an SM has, and cannot be launched",
        |row| row.number("blocks_per_sm") == Some(0_u64),
    ),
    ("occupancy ?: the limits of this GPU are not known", |row| {
        is_compiled(row) && is_unknown(row, "device")
    }),
    (
        "spills ?: CUDA before 12.8 does not state them; the stack may hold some",
        |row| is_compiled(row) && is_unknown(row, "spill_instructions"),
    ),
    (
        "stack ?: the kernel recurses, or calls functions that are unknown before linking",
        |row| is_compiled(row) && is_unknown(row, "stack"),
    ),
    (
        "*: not linked yet (-rdc=true); linking may raise registers, smem, stack and barriers",
        |row| is_compiled(row) && *row.get("is_relocatable") == Cell::Flag(true),
    ),
    (
        "tcgen05: blocks/SM without tensor memory, whose columns no file states; fewer may work \
         at once, and the driver's occupancy API answers 1",
        |row| is_compiled(row) && row.number("virtual_resources") > Some(0_u64),
    ),
    (
        "compute_: PTX, whose registers are unknown until it is compiled",
        |row| !is_compiled(row),
    ),
];

fn is_compiled(row: &Row) -> bool {
    !is_unknown(row, "registers")
}

fn is_unknown(row: &Row, name: &str) -> bool {
    *row.get(name) == Cell::Unknown
}

impl Table<'_> {
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
        if !is_unknown(row, "device") {
            let [target, device] = ["target", "device"].map(|name| row.text(name).to_owned());
            self.devices.insert(target, device);
        }
        for (occurs, (_, is_about)) in self.notes.iter_mut().zip(NOTES) {
            *occurs |= is_about(row);
        }
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
            let devices = self.devices.iter();
            let devices = devices.map(|(target, device)| format!("{target} as on {device}"));
            self.write_note(&format!(
                "occupancy: {}; with {} bytes of dynamic shared memory (--smem)",
                devices.collect::<Vec<_>>().join(", "),
                self.kernels.smem
            ))?;
        }
        for (occurs, (note, _)) in self.notes.into_iter().zip(NOTES) {
            if occurs {
                self.write_note(note)?;
            }
        }
        Ok(())
    }
}
