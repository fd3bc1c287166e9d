//! Every piece of machine code and of PTX in a file.

use std::borrow::Cow;

use crate::cubin::{
    CubinError, FatbinEntries, FatbinEntry, FatbinKind, FatbinPart, FatbinParts, Fault, Image,
    Malformed,
};
use crate::ptx::{self, Suffix};

use crate::files::archive::Members;
use crate::files::host::{Section, sections};
use crate::files::{Damage, Entry, EntryKind, FileKind, ImageError, extent};

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
    parts: Option<(FatbinParts<'a>, Entry<'a>)>,
    /// Whether the truncation of the file has been reported.
    is_truncated: bool,
}

impl<'a> Entries<'a> {
    pub(crate) fn new(bytes: &'a [u8], kind: FileKind) -> Self {
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
    ) -> Result<Option<Entry<'a>>, ImageError> {
        let opened = self.open_as(bytes, kind, offset);
        // Instead of the reader's error, which names only what it happens to miss.
        match extent::truncated(bytes, kind, offset) {
            Some(truncated) => Err(truncated),
            None => opened,
        }
    }

    fn open_as(
        &mut self,
        bytes: &'a [u8],
        kind: FileKind,
        offset: usize,
    ) -> Result<Option<Entry<'a>>, ImageError> {
        match kind {
            FileKind::Cubin => self.cubin(bytes, offset).map(Some),
            FileKind::Ptx => self.ptx(bytes, offset),
            FileKind::Fatbin => {
                self.containers = Some((FatbinEntries::new(bytes), offset));
                Ok(None)
            }
            FileKind::Elf | FileKind::Pe | FileKind::Coff => {
                self.sections = sections(bytes, offset)?;
                Ok(None)
            }
            FileKind::Archive => {
                // Linkers take no archive in an archive.
                if self.members.is_none() {
                    self.members = Some(Members::new(bytes)?);
                }
                Ok(None)
            }
        }
    }

    fn cubin(&self, bytes: &'a [u8], offset: usize) -> Result<Entry<'a>, ImageError> {
        let image = Image::new(bytes).map_err(|error| ImageError::cubin(offset, error))?;
        Ok(Entry {
            kind: EntryKind::Cubin,
            compute_capability: image.compute_capability(),
            suffix: image.suffix(),
            ..self.whole(bytes, offset)
        })
    }

    /// A text without kernels is not an entry: only kernels say what it is for.
    fn ptx(&self, bytes: &'a [u8], offset: usize) -> Result<Option<Entry<'a>>, ImageError> {
        let text = text(bytes, offset)?;
        let Some(first) = ptx::first_entry(text) else {
            return Ok(None);
        };
        let target = match first {
            Ok(entry) => entry.target,
            Err(error) => return Err(ImageError::Ptx { offset, error }),
        };
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
        let mut whole = self.whole(entry.payload, base.saturating_add(entry.offset));
        whole.kind = kind(entry.kind);
        whole.compute_capability = entry.compute_capability;
        whole.suffix = entry.suffix;
        whole.compression = entry.compression;
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

    fn next_part(&mut self) -> Option<Result<Entry<'a>, ImageError>> {
        let (parts, whole) = self.parts.as_mut()?;
        let offset = whole.offset;
        let Some(part) = parts.next() else {
            self.parts = None;
            return None;
        };
        Some(match part {
            Ok(part) => of_part(whole, &part).ok_or(ImageError::Damaged {
                offset,
                damage: Damage::Concatenation,
            }),
            // Its positions count from the fat binary.
            Err(error) => Err(ImageError::cubin(offset, error)),
        })
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

impl<'a> Iterator for Entries<'a> {
    type Item = Result<Entry<'a>, ImageError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let next = self.read_next()?;
            match &next {
                // The same error again, for what is missing at the end of the file.
                Err(error) if self.is_truncated && is_of_a_cut(error) => {}
                Err(ImageError::Truncated { .. }) => {
                    self.is_truncated = true;
                    return Some(next);
                }
                _ => return Some(next),
            }
        }
    }
}

/// Whether it is a reader's error for bytes that end too early.
fn is_of_a_cut(error: &ImageError) -> bool {
    match error {
        ImageError::Host { .. } | ImageError::Truncated { .. } => true,
        ImageError::Cubin { error, .. } => matches!(
            **error,
            CubinError::Malformed(Malformed {
                fault: Fault::Truncated,
                ..
            })
        ),
        _ => false,
    }
}

impl<'a> Entries<'a> {
    fn read_next(&mut self) -> Option<Result<Entry<'a>, ImageError>> {
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
                match containers.next_entry() {
                    Some(Ok(entry)) => {
                        if let Some(entry) = self.of_fatbin(&entry, base) {
                            return Some(Ok(entry));
                        }
                        continue;
                    }
                    Some(Err(error)) => {
                        return Some(Err(ImageError::cubin(base, error)));
                    }
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

/// PTX as text: fat binaries and NVRTC have zeros after it.
pub(crate) fn text(bytes: &[u8], offset: usize) -> Result<&str, ImageError> {
    let end = bytes.iter().rposition(|&byte| byte != 0);
    let bytes = &bytes[..end.map_or(0, |last| last + 1)];
    str::from_utf8(bytes).map_err(|_| ImageError::Damaged {
        offset,
        damage: Damage::Text,
    })
}

fn kind(kind: FatbinKind) -> EntryKind {
    match kind {
        FatbinKind::Ptx => EntryKind::Ptx,
        FatbinKind::Cubin => EntryKind::Cubin,
        FatbinKind::Other(number) => EntryKind::Other(number),
        // A concatenated entry is returned as its parts, and no part is concatenated.
        _ => EntryKind::Other(0x100),
    }
}
