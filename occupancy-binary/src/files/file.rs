//! A file, the pieces of machine code and of PTX in it, and a kernel of theirs.

use std::borrow::Cow;
use std::cell::Cell;
use std::ops::Range;
use std::vec;

use object::read::archive::ArchiveFile;
use object::{Object, ObjectSection};
use occupancy_core::{Compiled, Multiprocessor};

use super::decoder::{beginning, text};
use super::kind::{Tracked, opening, truncated};
use super::{
    Decoder, FileKind, damaged, damaged_host, embedded, fault, no_target, several_kernels,
};
use crate::cubin::{
    Choice, Entry, EntryKind, Image, bundle, each_entry, index, loaded, most_read, of_entry, take,
    with_suffix,
};
use crate::error::{Error, ErrorKind};
use crate::ptx::Module;

/// A file with kernels.
///
/// ```
/// use occupancy_binary::{File, FileKind};
///
/// let file = File::new(include_bytes!("../../fixtures/libkernels.a"))?;
/// assert_eq!(file.kind(), FileKind::Archive);
/// let first = file.entries().next().unwrap()?;
/// assert_eq!(first.member.as_deref(), Some("saxpy.o"));
/// assert_eq!(first.compute_capability, (9, 0));
/// # Ok::<(), occupancy_binary::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct File<'a> {
    bytes: &'a [u8],
    kind: FileKind,
}

impl<'a> File<'a> {
    /// Recognizes a file by its first bytes.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::UnknownFormat`] if the file is of no kind that has kernels, or empty, and
    /// [`ErrorKind::Truncated`] if it has less than a header.
    pub fn new(bytes: &'a [u8]) -> Result<Self, Error> {
        let (fault, help) = match FileKind::of(bytes) {
            Some(kind) => return Ok(Self { bytes, kind }),
            None if bytes.is_empty() => ("the file is empty", "build or copy it anew"),
            None => (
                "not a file with GPU kernels",
                "those are cubins, fat binaries, PTX, code objects and bundles of AMD, and object files, libraries and \
                 archives that nvcc or hipcc made for Linux or Windows",
            ),
        };
        let unknown = || Error::new(ErrorKind::UnknownFormat, fault, help);
        Err(opening(bytes).unwrap_or_else(unknown))
    }

    /// The kind of the file.
    pub fn kind(&self) -> FileKind {
        self.kind
    }

    /// Every piece of machine code and of PTX in the file, in order. A damaged one is an error, and
    /// the pieces after it follow as far as they can be found. For a file that was cut off, the first item is
    /// [`ErrorKind::Truncated`], and the pieces that are left follow.
    ///
    /// A library without kernels has no entries.
    pub fn entries(&self) -> vec::IntoIter<Result<Entry<'a>, Error>> {
        self.entries_releasing(&drop)
    }

    /// The same. `release` gets the parts of the file that were read, again and again, so that a large file that is mapped
    /// does not fill the memory.
    #[doc(hidden)]
    pub fn entries_releasing(
        &self,
        release: &dyn Fn(&'a [u8]),
    ) -> vec::IntoIter<Result<Entry<'a>, Error>> {
        let mut walk = Walk {
            release,
            entries: Vec::new(),
            member: None,
            is_truncated: false,
        };
        walk.open(self.bytes, self.kind, 0);
        walk.entries.into_iter()
    }
}

/// Reads a kernel of any file in the machine code that a GPU loads, of either vendor, as
/// [`Images::usage_on`](crate::cubin::Images::usage_on) does.
///
/// `kernel` is the name of its symbol, or the one in the source, as for
/// [`cubin::usage`](crate::cubin::usage). Only machine code for the GPU is unpacked, and the result
/// borrows from the decoder until its next use. If the file has a kernel both linked and as input for the
/// linker (`-rdc=true`), it reads the linked one, which is what runs.
///
/// ```
/// use occupancy_binary::{Decoder, File, usage_on};
/// use occupancy_core::targets::GFX942;
///
/// # let bytes = include_bytes!("../../../tests/kernels/libhip.so");
/// # /*
/// let bytes = std::fs::read("libkernels.so")?;
/// # */
/// let mut decoder = Decoder::new();
/// let saxpy = usage_on(&File::new(&bytes[..])?, &mut decoder, &GFX942, "saxpy")?;
/// assert_eq!(saxpy.vgprs, Some(6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`Error`] if the machine code for the GPU cannot be read, or if it has no such kernel or several.
/// It is [`ErrorKind::NoImage`] if the GPU runs no machine code of the file.
pub fn usage_on<'d, 'a>(
    file: &File<'a>,
    decoder: &'d mut Decoder<'a>,
    sm: &Multiprocessor,
    kernel: &str,
) -> Result<Compiled<'d>, Error> {
    let gpu = sm.plain_target();
    let entries = file.entries().collect::<Result<Vec<_>, _>>()?;
    let mut choice = Choice::new(kernel);
    for entry in loaded(&entries, |entry| entry, |entry| entry.runs_on(sm)) {
        let image = decoder.image(entry)?;
        choice.look_in(&image, Some(entry.offset), |usage| {
            (usage.is_relocatable, usage.name.to_owned(), entry)
        })?;
    }
    let mut found = choice.finish(|| {
        let code = entries.iter().filter(|it| it.is_machine_code());
        no_target(gpu, code.map(Entry::target))
    })?;
    // The linked one first. `dot` may be the name of one symbol here and of another one there.
    found.sort_by_key(|(is_relocatable, ..)| *is_relocatable);
    let entry = match &found[..] {
        [(.., entry)] => entry,
        [(false, symbol, linked), (true, other, _)] if symbol == other => linked,
        several => {
            let targets = several.iter();
            let targets = targets.map(|(.., entry)| format!("{gpu}{}", entry.features));
            let mut targets: Vec<_> = targets.collect();
            targets.dedup();
            return Err(several_kernels(kernel, targets.join(", ")));
        }
    };
    let image = decoder.image(entry)?;
    let usage = image.usage(kernel).map_err(|error| entry.error(error))?;
    Ok(with_suffix(usage, entry))
}

impl Entry<'_> {
    /// Adds the place of the entry in the file to an error of its image or its text.
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

/// Sections with fat binaries, linked or to be linked (`-rdc=true`), and with bundles. In programs and libraries of
/// Windows, only eight letters of each name are left.
///
/// Sources: `fatbinary_section.h` of CUDA 12.4; the library cuRAND 10.4 for Windows; clang, `CGCUDANV.cpp`.
const SECTIONS: [(&[u8], FileKind); 3] = [
    (b".nv_fatbin", FileKind::Fatbin),
    (b"__nv_relfatbin", FileKind::Fatbin),
    (b".hip_fatbin", FileKind::Bundle),
];

/// The section in which each bundle is announced, by 24 bytes.
const ANNOUNCED: &[u8] = b".hipFatBinSegment";

/// The letters in place of `FPIH` if the bundle was moved to another file.
///
/// Source: rocm-kpack of ROCm's TheRock, `kpack_transform.py`; clr, `hip_platform.cpp`.
const MOVED: &[u8] = b"HIPK";

/// A walk through a file, with the entries and the errors that it has come by.
struct Walk<'a, 'r> {
    /// Gets the parts of the file that were read.
    release: &'r dyn Fn(&'a [u8]),
    entries: Vec<Result<Entry<'a>, Error>>,
    /// The member of the archive that it is in.
    member: Option<Cow<'a, str>>,
    /// Set if one of the errors is that the file was cut off.
    is_truncated: bool,
}

impl<'a> Walk<'a, '_> {
    /// Reads a file, or a member of an archive, which begins at this byte of the file.
    fn open(&mut self, bytes: &'a [u8], kind: FileKind, offset: usize) {
        let truncation = truncated(bytes, kind, offset);
        let is_truncated = truncation.is_some();
        if let Some(error) = truncation {
            self.push(Err(error));
            self.is_truncated = true;
        }
        let opened = match kind {
            FileKind::Cubin | FileKind::CodeObject if is_truncated => Ok(()),
            // Linkers take no archive in an archive.
            FileKind::Archive if self.member.is_some() => Ok(()),
            FileKind::Elf | FileKind::Pe | FileKind::Coff => self.sections(bytes, offset),
            FileKind::Archive => self.members(bytes),
            _ => return self.code(bytes, kind, offset),
        };
        // The error for a truncated file names only what the reader happens to miss.
        if let Err(error) = opened
            && !is_truncated
        {
            self.push(Err(error));
        }
    }

    /// Adds an entry of the current member, or an error, unless that only follows from the truncation.
    fn push(&mut self, entry: Result<Entry<'a>, Error>) {
        match entry.as_ref().map_err(Error::kind) {
            // The same error again, about the missing end of the file.
            Err(ErrorKind::Truncated | ErrorKind::DamagedHost) if self.is_truncated => {}
            _ => self.entries.push(entry.map(|entry| Entry {
                member: self.member.clone(),
                ..entry
            })),
        }
    }

    /// Reads the members of an archive.
    fn members(&mut self, bytes: &'a [u8]) -> Result<(), Error> {
        let damaged = |error| damaged_host(0, error);
        let archive = ArchiveFile::parse(bytes).map_err(damaged)?;
        if archive.is_thin() {
            let fault = "the archive is thin: its members are files of their own";
            let help = "give those files, or make it with `ar` and no `T`";
            return Err(Error::new(ErrorKind::Unsupported, fault, help));
        }
        let mut left = most_read(bytes);
        for member in archive.members() {
            let member = member.map_err(damaged)?;
            take(&mut left, member.name().len(), 0)?;
            let content = member.data(bytes).map_err(damaged)?;
            // The metadata of a crate: its documentation, and constants that its code has again.
            if member.name().ends_with(b".rmeta") {
                continue;
            }
            self.member = Some(String::from_utf8_lossy(member.name()));
            if let Some(kind) = FileKind::of(content) {
                let (offset, _) = member.file_range();
                self.open(content, kind, index(offset));
            }
        }
        Ok(())
    }

    /// Reads the code of an object file, a library or a program: in sections for it, and anywhere else.
    fn sections(&mut self, bytes: &'a [u8], base: usize) -> Result<(), Error> {
        let damaged_host = |error| damaged_host(base, error);
        let end = &Cell::default();
        let file = object::File::parse(Tracked { bytes, end }).map_err(damaged_host)?;
        let (mut places, mut total) = (Vec::new(), 0_usize);
        let mut moved = None;
        for section in file.sections() {
            // A section without a name is not one of them.
            let name = section.name_bytes().unwrap_or_default();
            let is = |known: &[u8]| name == known || name.len() == 8 && known.starts_with(name);
            let kind = SECTIONS.iter().find(|(known, _)| is(known));
            if kind.is_none() && !is(ANNOUNCED) {
                continue;
            }
            let content = section.data().map_err(damaged_host)?;
            let Some((offset, _)) = section.file_range() else {
                continue;
            };
            // Otherwise, a small file could cause the same part to be read again and again.
            total = total.saturating_add(content.len());
            if total > bytes.len() {
                return Err(damaged(base, "its sections lie over each other"));
            }
            match kind {
                // Sections without linked content may be empty, or zeros.
                Some((_, kind)) if content.iter().any(|&byte| byte != 0) => {
                    places.push((index(offset), content, *kind));
                }
                None if content.chunks(24).any(|one| one.starts_with(MOVED)) => {
                    moved = Some(base.saturating_add(index(offset)));
                }
                _ => {}
            }
        }
        if let Some(offset) = moved {
            // What is left of them is not whole.
            places.retain(|(.., kind)| *kind != FileKind::Bundle);
            let fault = "its code for AMD was moved to another file (`HIPK`)";
            let help = "`.rocm_kpack_ref` names that file, which is not read: give the library as it was before";
            let error = Error::new(ErrorKind::Unsupported, fault, help);
            self.push(Err(of_entry(offset, error)));
        }
        places.sort_by_key(|(at, ..)| *at);
        // Only the rest is searched: what is in these sections is read anyway.
        let mut rest = 0;
        for (at, content, kind) in places {
            self.embedded(bytes, rest..at, base, moved.is_some());
            self.code(content, kind, base.saturating_add(at));
            rest = rest.max(at.saturating_add(content.len()));
        }
        self.embedded(bytes, rest..bytes.len(), base, moved.is_some());
        Ok(())
    }

    /// Reads the code that is embedded in a part of an object file, a library or a program.
    fn embedded(&mut self, bytes: &'a [u8], part: Range<usize>, base: usize, is_moved: bool) {
        let base = base.saturating_add(part.start);
        let release = self.release;
        let bytes = bytes.get(part).unwrap_or_default();
        embedded::search(bytes, release, |at, content, kind| {
            let whole = embedded::whole(content, kind);
            let whole = whole.filter(|_| !is_moved || kind != FileKind::Bundle)?;
            let known = self.entries.len();
            self.code(whole, kind, base.saturating_add(at));
            let is_code = match self.entries.get(known..) {
                Some([]) => false,
                Some([Err(error)]) => error.kind() == ErrorKind::Unsupported,
                _ => true,
            };
            if !is_code {
                self.entries.truncate(known);
            }
            is_code.then_some(whole.len())
        });
    }

    /// Reads GPU code by itself, which begins at this byte of the file.
    fn code(&mut self, bytes: &'a [u8], kind: FileKind, offset: usize) {
        let entry = match kind {
            FileKind::Cubin | FileKind::CodeObject => Image::new(bytes)
                .map(|image| Some(Entry::of_image(&image, bytes, offset)))
                .map_err(|error| of_entry(offset, error)),
            FileKind::Ptx => ptx(bytes, offset),
            _ => return self.several(bytes, kind, offset),
        };
        if let Some(entry) = entry.transpose() {
            self.push(entry);
        }
    }

    /// Adds the entries of a fat binary or of bundles, which begin at this byte of the file.
    fn several(&mut self, bytes: &'a [u8], kind: FileKind, base: usize) {
        /// Entries whose headers are in memory at a time.
        const NEAR: usize = 1 << 6;
        let (mut concatenated, mut left) = (None, 0);
        let mut take = |entry: Result<Entry<'a>, (usize, Error)>| {
            // Its offsets count from there.
            let entry = entry.map_err(|(at, error)| of_entry(base.saturating_add(at), error));
            self.push(entry.and_then(|entry| {
                let offset = base.saturating_add(entry.offset);
                if let Some(part) = &entry.part {
                    if concatenated.replace(offset) != Some(offset) {
                        left = entry.unpacked;
                    }
                    // Parts that each fit could still be too many together.
                    let after = left.checked_sub(entry.size);
                    let after = after.filter(|_| part.end <= entry.unpacked);
                    left = after.ok_or_else(|| damaged(offset, fault::PARTS))?;
                }
                Ok(Entry { offset, ..entry })
            }));
            if self.entries.len().is_multiple_of(NEAR) {
                (self.release)(bytes);
            }
        };
        if kind == FileKind::Bundle {
            bundle::entries(bytes, beginning).into_iter().for_each(take);
        } else if let Err(error) = each_entry(bytes, &mut take) {
            take(Err((0, error)));
        }
    }
}

/// The entry of a PTX text; `None` for one without kernels, as only they state the target.
fn ptx(bytes: &[u8], offset: usize) -> Result<Option<Entry<'_>>, Error> {
    let text = text(bytes, offset)?;
    let module = Module::read(text, 1).map_err(|error| of_entry(offset, error))?;
    Ok(module.entries().first().map(|first| Entry {
        kind: EntryKind::Ptx,
        compute_capability: first.compute_capability,
        suffix: first.suffix,
        ..Entry::new(bytes, offset)
    }))
}
