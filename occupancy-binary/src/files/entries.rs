//! Every piece of machine code and of PTX in a file.

use std::borrow::Cow;
use std::ops::Range;
use std::vec;

use occupancy_core::gpu::{CodeForm, Suffix};

use super::host::{Members, Section, sections};
use super::{FileKind, damaged, extent, fault};
use crate::cubin::{Compression, FatbinEntries, FatbinEntry, FatbinKind, FatbinPart, Image};
use crate::error::{Error, ErrorKind};
use crate::ptx;

/// What an entry holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EntryKind {
    /// A cubin: machine code.
    Cubin,
    /// PTX text.
    Ptx,
    /// Anything else, by its number in the fat binary; it has no known kernels.
    Other(u16),
}

/// One piece of machine code or of PTX in a file, not unpacked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry<'a> {
    /// The member of the archive that it is in.
    pub member: Option<Cow<'a, str>>,
    /// What it holds.
    pub kind: EntryKind,
    /// The compute capability that it is for: major and minor.
    pub compute_capability: (u32, u32),
    /// The letter of `sm_90a` or `sm_100f`, as a fat binary, a cubin or PTX states it.
    pub suffix: Suffix,
    /// How it is compressed, if it is.
    pub compression: Option<Compression>,
    /// Bytes that it has when unpacked, as the file states them; with padding if it is not compressed.
    pub size: u64,
    /// Where it begins in the file: its header in a fat binary.
    pub offset: usize,
    pub(super) payload: &'a [u8],
    /// Bytes that the payload has once it is unpacked; those of all parts, for a part.
    pub(super) unpacked: u64,
    /// Where in the unpacked payload it is, if not all of it.
    pub(super) part: Option<Range<u64>>,
}

impl Entry<'_> {
    /// Whether it holds machine code.
    pub fn is_machine_code(&self) -> bool {
        self.kind == EntryKind::Cubin
    }

    /// Its target, as compilers name it: `sm_90a` for machine code, `compute_90a` for PTX.
    ///
    /// ```
    /// use occupancy_binary::{Error, File};
    ///
    /// let file = File::new(include_bytes!("../../fixtures/zstd.fatbin"))?;
    /// let targets: Result<Vec<_>, Error> = file.entries().map(|entry| Ok(entry?.target())).collect();
    /// assert_eq!(targets?, ["sm_80", "compute_80", "sm_90"]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn target(&self) -> String {
        let form = if self.kind == EntryKind::Ptx {
            CodeForm::Ptx
        } else {
            CodeForm::MachineCode
        };
        form.target(self.compute_capability, self.suffix)
            .to_string()
    }

    /// An error of its image or its text, with the place of the entry in the file.
    ///
    /// ```
    /// use occupancy_binary::{Decoder, File};
    ///
    /// let file = File::new(include_bytes!("../../fixtures/raw.fatbin"))?;
    /// let entry = file.entries().next().unwrap()?;
    /// let mut decoder = Decoder::new();
    /// let error = decoder.image(&entry)?.usage("gemm").unwrap_err();
    /// assert_eq!(entry.error(error).offset(), Some(entry.offset));
    /// # Ok::<(), occupancy_binary::Error>(())
    /// ```
    #[must_use]
    pub fn error(&self, error: Error) -> Error {
        of_entry(self.offset, error)
    }
}

fn of_entry(offset: usize, error: Error) -> Error {
    let what = match error.kind() {
        ErrorKind::InvalidPtx => "the PTX ",
        _ => "",
    };
    error.of(format_args!("{what}at byte {offset}")).at(offset)
}

/// The entries of a file: [`File::entries`](crate::File::entries).
#[derive(Debug)]
pub struct Entries<'a> {
    /// What to open next.
    unopened: Option<(&'a [u8], FileKind, usize)>,
    members: Option<Members<'a>>,
    member: Option<Cow<'a, str>>,
    /// Last one first.
    sections: Vec<Section<'a>>,
    containers: Option<(FatbinEntries<'a>, usize)>,
    /// The remaining parts of a concatenated entry, and the entry.
    parts: Option<(vec::IntoIter<Result<FatbinPart, Error>>, Entry<'a>)>,
    /// Whether the truncation of the file has been reported.
    is_truncated: bool,
}

impl<'a> Entries<'a> {
    pub(super) fn new(bytes: &'a [u8], kind: FileKind) -> Self {
        Self {
            unopened: Some((bytes, kind, 0)),
            members: None,
            member: None,
            sections: Vec::new(),
            containers: None,
            parts: None,
            is_truncated: false,
        }
    }

    /// Opens a file or a member; returns it if it is itself an entry.
    fn open(
        &mut self,
        bytes: &'a [u8],
        kind: FileKind,
        offset: usize,
    ) -> Result<Option<Entry<'a>>, Error> {
        let opened = self.open_as(bytes, kind, offset);
        // Instead of the reader's error, which names only what it happens to miss.
        match extent::truncated(bytes, kind, offset) {
            Some(truncated) => {
                self.is_truncated = true;
                Err(truncated)
            }
            None => opened,
        }
    }

    fn open_as(
        &mut self,
        bytes: &'a [u8],
        kind: FileKind,
        offset: usize,
    ) -> Result<Option<Entry<'a>>, Error> {
        match kind {
            FileKind::Cubin => return self.cubin(bytes, offset).map(Some),
            FileKind::Ptx => return self.ptx(bytes, offset),
            FileKind::Fatbin => self.containers = Some((FatbinEntries::new(bytes), offset)),
            FileKind::Elf | FileKind::Pe | FileKind::Coff => {
                self.sections = sections(bytes, offset)?;
            }
            // Linkers take no archive in an archive.
            FileKind::Archive if self.members.is_some() => {}
            FileKind::Archive => self.members = Some(Members::new(bytes)?),
        }
        Ok(None)
    }

    fn cubin(&self, bytes: &'a [u8], offset: usize) -> Result<Entry<'a>, Error> {
        let image = Image::new(bytes).map_err(|error| of_entry(offset, error))?;
        Ok(Entry {
            kind: EntryKind::Cubin,
            compute_capability: image.compute_capability(),
            suffix: image.suffix(),
            ..self.whole(bytes, offset)
        })
    }

    /// A text without kernels is not an entry: only kernels say what it is for.
    fn ptx(&self, bytes: &'a [u8], offset: usize) -> Result<Option<Entry<'a>>, Error> {
        let Some(first) = ptx::first_entry(text(bytes, offset)?) else {
            return Ok(None);
        };
        let target = first.map_err(|error| of_entry(offset, error))?.target;
        Ok(Some(Entry {
            kind: EntryKind::Ptx,
            compute_capability: (target.number / 10, target.number % 10),
            suffix: target.suffix,
            ..self.whole(bytes, offset)
        }))
    }

    /// An entry that is not compressed, of nothing yet.
    fn whole(&self, payload: &'a [u8], offset: usize) -> Entry<'a> {
        let size = payload.len() as u64;
        Entry {
            member: self.member.clone(),
            kind: EntryKind::Other(0),
            compute_capability: (0, 0),
            suffix: Suffix::None,
            compression: None,
            size,
            offset,
            payload,
            unpacked: size,
            part: None,
        }
    }

    /// An entry of a fat binary; for a concatenated one, its parts are the entries.
    fn of_fatbin(&mut self, entry: &FatbinEntry<'a>, base: usize) -> Option<Entry<'a>> {
        let mut whole = Entry {
            kind: kind(entry.kind),
            compute_capability: entry.compute_capability,
            suffix: entry.suffix,
            compression: entry.compression,
            ..self.whole(entry.payload, base.saturating_add(entry.offset))
        };
        if entry.compression.is_some() {
            whole.size = entry.uncompressed_size;
            whole.unpacked = entry.uncompressed_size;
        }
        if entry.kind == FatbinKind::Concatenated {
            self.parts = Some((entry.parts(), whole));
            return None;
        }
        Some(whole)
    }

    fn next_part(&mut self) -> Option<Result<Entry<'a>, Error>> {
        let (parts, whole) = self.parts.as_mut()?;
        let Some(part) = parts.next() else {
            self.parts = None;
            return None;
        };
        Some(match part {
            Ok(part) => of_part(whole, &part).ok_or_else(|| damaged(whole.offset, fault::PARTS)),
            // Its positions count from the fat binary.
            Err(error) => Err(of_entry(whole.offset, error)),
        })
    }

    fn read_next(&mut self) -> Option<Result<Entry<'a>, Error>> {
        loop {
            if let Some((bytes, kind, offset)) = self.unopened.take()
                && let Some(entry) = self.open(bytes, kind, offset).transpose()
            {
                return Some(entry);
            }
            if let Some(part) = self.next_part() {
                return Some(part);
            }
            if let Some((containers, base)) = &mut self.containers {
                let base = *base;
                match containers.next() {
                    Some(Ok(entry)) => {
                        if let Some(entry) = self.of_fatbin(&entry, base) {
                            return Some(Ok(entry));
                        }
                        continue;
                    }
                    Some(Err(error)) => return Some(Err(of_entry(base, error))),
                    None => self.containers = None,
                }
            }
            if let Some((bytes, offset)) = self.sections.pop() {
                // Sections without linked content may be empty, or zeros.
                if bytes.iter().any(|&byte| byte != 0) {
                    self.containers = Some((FatbinEntries::new(bytes), offset));
                }
                continue;
            }
            match self.members.as_mut()?.next()? {
                Ok((name, bytes, offset)) => {
                    self.member = Some(name);
                    self.unopened = FileKind::of(bytes).map(|kind| (bytes, kind, offset));
                }
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

impl<'a> Iterator for Entries<'a> {
    type Item = Result<Entry<'a>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let was_reported = self.is_truncated;
            let next = self.read_next()?;
            match next.as_ref().map_err(Error::kind) {
                // The same error again, for what is missing at the end of the file.
                Err(ErrorKind::Truncated | ErrorKind::DamagedHost) if was_reported => {}
                _ => return Some(next),
            }
        }
    }
}

/// `None` if it is not in the whole.
fn of_part<'a>(whole: &Entry<'a>, part: &FatbinPart) -> Option<Entry<'a>> {
    let start = u64::from(part.offset);
    let end = start
        .checked_add(part.size)
        .filter(|&end| end <= whole.unpacked)?;
    Some(Entry {
        kind: kind(part.kind),
        compute_capability: part.compute_capability,
        suffix: part.suffix,
        size: part.size,
        part: Some(start..end),
        ..whole.clone()
    })
}

/// PTX as text: fat binaries and NVRTC have zeros after it.
pub(super) fn text(bytes: &[u8], offset: usize) -> Result<&str, Error> {
    let zeros = bytes.iter().rev().take_while(|&&byte| byte == 0).count();
    let text = bytes
        .get(..bytes.len().saturating_sub(zeros))
        .unwrap_or_default();
    str::from_utf8(text).map_err(|_| damaged(offset, fault::TEXT))
}

fn kind(kind: FatbinKind) -> EntryKind {
    match kind {
        FatbinKind::Ptx => EntryKind::Ptx,
        FatbinKind::Cubin => EntryKind::Cubin,
        FatbinKind::Other(number) => EntryKind::Other(number),
        // A concatenated entry is returned as its parts, and no part is concatenated.
        FatbinKind::Concatenated => EntryKind::Other(0x100),
    }
}
