//! The kinds of files, and the least bytes that a file has by its own headers: one with fewer was cut off.
//!
//! Readers of object files report a truncation as whatever they miss first. This module has them read everything that
//! the headers state, and remembers the furthest byte.

use std::cell::Cell;
use std::ops::Range;

use object::FileKind as Object;
use object::read::archive::ArchiveFile;
use object::{Object as _, ObjectSection, ReadRef, SectionFlags};

use crate::cubin::bundle::{self, is_bundle};
use crate::cubin::{AMDGPU, CUDA, fatbin, has_bytes, is_fatbin, machine, most_read, take};
use crate::error::{Error, ErrorKind};
use crate::ptx::is_ptx;

/// The kind of a file, by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileKind {
    /// A cubin.
    Cubin,
    /// A fat binary.
    Fatbin,
    /// PTX text.
    Ptx,
    /// A code object of AMD: `.hsaco`.
    CodeObject,
    /// An offload bundle: code objects of AMD for several targets, as clang puts them together.
    Bundle,
    /// An object file, a library or a program of Linux.
    Elf,
    /// A library or a program of Windows.
    Pe,
    /// An object file of Windows.
    Coff,
    /// An archive of object files: `.a` or `.lib`.
    Archive,
}

impl FileKind {
    /// The kind of file that begins with these bytes; `None` if it is not one that has kernels.
    pub(crate) fn of(bytes: &[u8]) -> Option<Self> {
        match Object::parse(bytes) {
            _ if is_fatbin(bytes) => Some(Self::Fatbin),
            _ if is_bundle(bytes) => Some(Self::Bundle),
            _ if machine(bytes) == Some(AMDGPU) => Some(Self::CodeObject),
            _ if machine(bytes) == Some(CUDA) => Some(Self::Cubin),
            Ok(Object::Elf32 | Object::Elf64) => Some(Self::Elf),
            Ok(Object::Pe32 | Object::Pe64) => Some(Self::Pe),
            Ok(Object::Coff | Object::CoffBig) => Some(Self::Coff),
            Ok(Object::Archive) => Some(Self::Archive),
            _ if is_ptx(bytes) => Some(Self::Ptx),
            // An archive without members is shorter than the crate `object` expects.
            _ if bytes == b"!<arch>\n" => Some(Self::Archive),
            _ => None,
        }
    }
}

/// The first bytes of files; object files of Windows are those for x86-64 and for ARM.
const OPENINGS: [&[u8]; 7] = [
    b"\x7fELF",
    &fatbin::MAGIC,
    bundle::MAGIC,
    bundle::COMPRESSED,
    b"!<arch>\n",
    &[0x64, 0x86],
    &[0x64, 0xaa],
];

/// The error for a file that is too short to identify, if it begins like a known one.
pub(super) fn opening(bytes: &[u8]) -> Option<Error> {
    /// Linkers put the header of Windows before this byte; a program of MS-DOS has something else in its place.
    const MOST: u64 = 1 << 17;
    let is_opened = |opening: &&[u8]| bytes.starts_with(opening) || opening.starts_with(bytes);
    // A text may begin with the letters of a program, too, but has no zeros.
    let is_program = bytes.starts_with(b"MZ") && bytes.contains(&0);
    if !is_program && (bytes.len() < 2 || !OPENINGS.iter().any(is_opened)) {
        return None;
    }
    let stated = furthest(bytes, |bytes| Object::parse(bytes).ok().map(drop));
    cut(bytes, stated.min(MOST), 0).filter(|_| stated < MOST)
}

/// The error for a file with fewer bytes than its headers state. It begins at byte `base` of the file that contains it.
pub(super) fn truncated(bytes: &[u8], kind: FileKind, base: usize) -> Option<Error> {
    let stated = match kind {
        FileKind::Archive => furthest(bytes, members),
        FileKind::Fatbin | FileKind::Bundle => {
            let mut end = 0;
            while container(bytes, kind, &mut end).is_some() {}
            end as u64
        }
        // A text just ends: the reader of PTX finds a block that is not closed.
        FileKind::Ptx => 0,
        _ => furthest(bytes, sections),
    };
    cut(bytes, stated, base)
}

/// Reads the header of the next fat binary or bundle after `end`, which becomes the least byte at which it can end; `None`
/// if there is none.
pub(super) fn container(bytes: &[u8], kind: FileKind, end: &mut usize) -> Option<()> {
    match kind {
        FileKind::Bundle => bundle::next(bytes, end).ok()?.map(drop),
        _ => fatbin::container(bytes, end).ok()?.map(drop),
    }
}

/// The error for a file that has fewer bytes than `stated`.
fn cut(bytes: &[u8], stated: u64, offset: usize) -> Option<Error> {
    let found = bytes.len() as u64;
    let member = match offset {
        0 => String::new(),
        offset => format!("the member at byte {offset} is "),
    };
    let fault =
        format!("{member}truncated: its headers state at least {stated} bytes, and it has {found}");
    let error = Error::new(ErrorKind::Truncated, fault, "build or copy it anew").at(offset);
    (stated > found).then_some(error)
}

/// Bytes that keep the end of the furthest one that was read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tracked<'a, 'e> {
    pub(super) bytes: &'a [u8],
    pub(super) end: &'e Cell<u64>,
}

/// The most bytes of a section's name to read: many sections may share a long one, and those with GPU code have short
/// ones.
const SECTION_NAME: u64 = 64;

impl<'a> ReadRef<'a> for Tracked<'a, '_> {
    fn len(self) -> Result<u64, ()> {
        Ok(self.bytes.len() as u64)
    }

    fn read_bytes_at(self, offset: u64, size: u64) -> Result<&'a [u8], ()> {
        self.end.update(|end| end.max(offset.saturating_add(size)));
        self.bytes.read_bytes_at(offset, size)
    }

    fn read_bytes_at_until(self, range: Range<u64>, delimiter: u8) -> Result<&'a [u8], ()> {
        self.end.update(|end| end.max(range.end));
        let end = range.start.saturating_add(SECTION_NAME).min(range.end);
        self.bytes.read_bytes_at_until(range.start..end, delimiter)
    }
}

/// The end of the furthest bytes that `read` asks for, up to its error.
pub(super) fn furthest(bytes: &[u8], read: impl FnOnce(Tracked<'_, '_>) -> Option<()>) -> u64 {
    let end = Cell::new(0);
    read(Tracked { bytes, end: &end });
    end.get()
}

/// Reads the sections of an object file, a library or a program, but for those of NVIDIA's own kinds without bytes.
pub(super) fn sections(bytes: Tracked<'_, '_>) -> Option<()> {
    for section in object::File::parse(bytes).ok()?.sections() {
        match section.flags() {
            SectionFlags::Elf { sh_type, .. } if !has_bytes(sh_type.0) => {}
            _ => drop((section.name_bytes(), section.data())),
        }
    }
    Some(())
}

/// Reads the members of an archive. If it ends after a whole member, its list of symbols says where there are more.
fn members(bytes: Tracked<'_, '_>) -> Option<()> {
    /// Bytes of a member's header.
    const HEADER: u64 = 60;
    let archive = ArchiveFile::parse(bytes).ok()?;
    let mut left = most_read(bytes.bytes);
    for member in archive.members() {
        let member = member.ok()?;
        take(&mut left, member.name().len(), 0).ok()?;
        member.data(bytes).ok()?;
    }
    for symbol in archive.symbols().ok()?.into_iter().flatten() {
        let symbol = symbol.ok()?;
        let _ = bytes.read_bytes_at(symbol.offset().0, HEADER);
        take(&mut left, symbol.name().len(), 0).ok()?;
    }
    Some(())
}
