//! Fat binaries: machine code for several GPUs, and PTX, in one file.

use alloc::borrow::Cow;
use core::ops::Range;

use occupancy_core::gpu::{CodeForm, Suffix, Vendor};
use occupancy_core::{Compiled, Multiprocessor};

use super::elf::{index, major_minor, part, u16_at, u32_at, u64_at};
use super::{Image, damaged, fault, not_cubin};
use crate::error::{Error, ErrorKind};
use crate::prelude::*;

/// The kind of code in an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EntryKind {
    /// A cubin: machine code.
    Cubin,
    /// PTX text.
    Ptx,
    /// A code object: machine code of AMD.
    CodeObject,
    /// Anything else, by its number in the fat binary. It has no known kernels.
    Other(u16),
}

/// How an entry is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[doc(hidden)]
pub enum Compression {
    /// An LZ4 block.
    Lz4,
    /// A Zstandard frame.
    Zstandard,
    /// A zlib stream.
    Zlib,
}

/// One piece of machine code or of PTX in a file, not yet unpacked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry<'a> {
    /// The member of the archive that it is in; `None` outside of an archive.
    pub member: Option<Cow<'a, str>>,
    /// The kind of its code.
    pub kind: EntryKind,
    /// The compute capability that it is for, major and minor; of AMD, that of HIP: 9.4 of `gfx942`.
    pub compute_capability: (u32, u32),
    /// The letter of `sm_90a` or `sm_100f`, as the fat binary, the cubin or the PTX states it; the stepping of AMD's target.
    pub suffix: Suffix,
    /// The features of AMD's target that a bundle says it is for, `:sramecc+:xnack-`; empty for those that may be on or off.
    pub features: String,
    /// How it is compressed; `None` if it is not.
    pub compression: Option<Compression>,
    /// Bytes of it when unpacked, as the file states them; with padding if it is not compressed.
    pub size: u64,
    /// The byte of the file where it begins; in a fat binary, with its header.
    pub offset: usize,
    /// Its bytes as they are in the file; of a part, those of all parts together.
    pub payload: &'a [u8],
    /// Bytes of the unpacked payload.
    pub unpacked: u64,
    /// Its place in the unpacked payload, if nvcc's `--concat` put several together.
    pub part: Option<Range<u64>>,
}

impl<'a> Entry<'a> {
    /// An entry of another kind that is not compressed.
    pub(crate) fn new(payload: &'a [u8], offset: usize) -> Self {
        let size = payload.len() as u64;
        Self {
            member: None,
            kind: EntryKind::Other(0),
            compute_capability: (0, 0),
            suffix: Suffix::None,
            features: String::new(),
            compression: None,
            size,
            offset,
            payload,
            unpacked: size,
            part: None,
        }
    }

    /// The cubin or the code object in these bytes.
    pub(crate) fn of_image(image: &Image<'_>, bytes: &'a [u8], offset: usize) -> Self {
        Self {
            kind: match image.vendor() {
                Vendor::Amd => EntryKind::CodeObject,
                _ => EntryKind::Cubin,
            },
            compute_capability: image.compute_capability(),
            suffix: image.suffix(),
            ..Self::new(bytes, offset)
        }
    }

    /// Returns `true` if it holds machine code, of either vendor.
    pub fn is_machine_code(&self) -> bool {
        matches!(self.kind, EntryKind::Cubin | EntryKind::CodeObject)
    }

    /// The form of its code.
    pub(crate) fn form(&self) -> CodeForm {
        match self.kind {
            EntryKind::Ptx => CodeForm::Ptx,
            EntryKind::CodeObject => CodeForm::CodeObject,
            _ => CodeForm::MachineCode,
        }
    }

    /// Returns `true` if it holds machine code that a GPU runs.
    pub(crate) fn runs_on(&self, sm: &Multiprocessor) -> bool {
        self.is_machine_code() && self.code_of("").runs_on(sm)
    }

    /// A kernel in its code, of which nothing else is known.
    pub(crate) fn code_of<'k>(&self, kernel: &'k str) -> Compiled<'k> {
        Compiled::new(self.form(), kernel, self.compute_capability, self.suffix)
    }

    /// The target, as compilers name it: `sm_90a` or `gfx942` for machine code, `compute_90a` for PTX.
    ///
    /// ```
    /// use occupancy_binary::cubin::entries;
    ///
    /// let file = include_bytes!("../../fixtures/zstd.fatbin");
    /// let mut targets = entries(file).into_iter().flatten().map(|entry| entry.target());
    /// assert!(targets.eq(["sm_80", "compute_80", "sm_90"]));
    /// ```
    pub fn target(&self) -> String {
        let target = self.form().target(self.compute_capability, self.suffix);
        target.to_string()
    }

    /// The cubin or the code object that it holds, if nothing has to be unpacked.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Compressed`] if it is compressed; [`ErrorKind::UnknownFormat`] if it holds something
    /// else; and the errors of [`Image::new`].
    #[doc(hidden)]
    pub fn image(&self) -> Result<Image<'a>, Error> {
        if !self.is_machine_code() {
            return Err(not_cubin());
        }
        if self.compression.is_none() && self.part.is_none() {
            return Image::new(self.payload);
        }
        let (major, minor) = self.compute_capability;
        let fault = format!("the image for compute capability {major}.{minor} is compressed");
        let help = "compile with `nvcc --no-compress`, or take the cubin of `nvcc -cubin`";
        Err(Error::new(ErrorKind::Compressed, fault, help))
    }
}

/// Adds to an error the byte of the file where its entry begins, if it is one of many.
pub(crate) fn of_entry(offset: impl Into<Option<usize>>, error: Error) -> Error {
    let Some(offset) = offset.into() else {
        return error;
    };
    let code = match error.kind() {
        ErrorKind::InvalidPtx => "the PTX ",
        _ => "",
    };
    error.of(format_args!("{code}at byte {offset}")).at(offset)
}

/// The letters that a container begins with.
pub(crate) const MAGIC: [u8; 4] = [0x50, 0xed, 0x55, 0xba];
/// The same with the rest that is known of a header: its version, and its size.
pub(crate) const OPENING: &[u8] = b"\x50\xed\x55\xba\x01\0\x10\0";
/// Bytes of a container's header.
pub(crate) const HEADER: usize = 16;
/// The byte at which the header has the size of the rest of the container.
pub(crate) const SIZE: usize = 8;

/// Bytes of an entry's header, without the extensions that may follow.
const ENTRY: usize = 64;

/// The bytes at which the fields of an entry's header begin. A part of a concatenated entry has the same fields, but
/// for its place in place of the size of the header.
mod field {
    pub(super) const KIND: usize = 0;
    pub(super) const HEADER_SIZE: usize = 4;
    pub(super) const PLACE: usize = 4;
    pub(super) const SIZE: usize = 8;
    pub(super) const COMPRESSED_SIZE: usize = 16;
    pub(super) const EXTENSION: usize = 20;
    pub(super) const SM: usize = 28;
    pub(super) const FLAGS: usize = 40;
    pub(super) const UNPACKED_SIZE: usize = 56;
}

/// The kind of an entry with several parts.
const CONCATENATED: u16 = 0x100;

// Flags of an entry.
const LZ4: u64 = 0x2000;
const ZSTANDARD: u64 = 0x8000;
const ARCHITECTURE: u64 = 0x10_0000;
const FAMILY: u64 = 0x20_0000;

/// Returns `true` if a file begins like a fat binary.
#[doc(hidden)]
pub fn is_fatbin(file: &[u8]) -> bool {
    file.starts_with(&MAGIC)
}

/// The entries of a fat binary in their order, including those of fat binaries that follow it in the file.
///
/// Each error has the byte of its entry, or 0 for the file. The one for the file is the last.
///
/// ```
/// use occupancy_binary::cubin::{EntryKind, entries};
///
/// # /*
/// let file = std::fs::read("kernels.fatbin")?;
/// # */
/// # let file = include_bytes!(concat!(
/// #     env!("CARGO_MANIFEST_DIR"),
/// #     "/../tests/fixtures/cubins/saxpy-13.fatbin",
/// # )).to_vec();
/// for entry in entries(&file).into_iter().flatten() {
///     assert_eq!(entry.compute_capability, (8, 0));
///     assert!(matches!(entry.kind, EntryKind::Ptx | EntryKind::Cubin));
/// }
/// ```
#[doc(hidden)]
pub fn entries(file: &[u8]) -> Vec<Result<Entry<'_>, (usize, Error)>> {
    let mut found = Vec::new();
    if let Err(error) = each_entry(file, &mut |entry| found.push(entry)) {
        found.push(Err((0, error)));
    }
    found
}

/// Hands each of the [`entries`] to `take` as soon as its header is read, but for the error for the file.
pub(crate) fn each_entry<'a>(
    file: &'a [u8],
    take: &mut dyn FnMut(Result<Entry<'a>, (usize, Error)>),
) -> Result<(), Error> {
    let mut end = 0;
    while let Some(mut at) = container(file, &mut end)? {
        while at < end {
            let left = file.get(..end).unwrap_or_default();
            let (entry, header, next) = entry(left, at)?;
            at = next;
            if entry.kind != EntryKind::Other(CONCATENATED) {
                take(Ok(entry));
                continue;
            }
            match parts(header, &entry) {
                Some(parts) => parts.into_iter().map(Ok).for_each(&mut *take),
                None => take(Err((entry.offset, damaged(fault::FATBIN, entry.offset)))),
            }
        }
    }
    Ok(())
}

/// The first entry of the next container after `end`; `None` if there is none. `end` becomes the least byte at which that
/// container can end, by as much of its header as there is.
pub(crate) fn container(file: &[u8], end: &mut usize) -> Result<Option<usize>, Error> {
    // Containers begin at multiples of 8, with zeros before them.
    let rest = file.get(*end..).unwrap_or_default();
    let zeros = rest.iter().take_while(|&&byte| byte == 0).count();
    let at = end.saturating_add(zeros);
    if at == file.len() && at > 0 {
        return Ok(None);
    }
    let truncated = || damaged(fault::TRUNCATED, at);
    let first = at.saturating_add(HEADER);
    *end = first;
    let header = part(file, at, HEADER).ok_or_else(truncated)?;
    if at == 0 && !is_fatbin(header) {
        return Err(not_cubin());
    }
    if !header.starts_with(OPENING) {
        return Err(damaged(fault::FATBIN, at));
    }
    *end = first.saturating_add(u64_at(header, SIZE).map_or(0, index));
    if *end > file.len() {
        return Err(truncated());
    }
    Ok(Some(first))
}

/// The entry at this byte, its header with the extensions, and the byte where the next one begins.
fn entry(file: &[u8], at: usize) -> Result<(Entry<'_>, &[u8], usize), Error> {
    let truncated = || damaged(fault::TRUNCATED, at);
    let left = file.get(at..).ok_or_else(truncated)?;
    let mut entry = from_header(left, Entry::new(&[], at)).ok_or_else(truncated)?;
    let unpacked = u64_at(left, field::UNPACKED_SIZE).ok_or_else(truncated)?;
    let flags = u64_at(left, field::FLAGS).unwrap_or_default();
    let header_size = u32_at(left, field::HEADER_SIZE).map_or(0, index);
    if header_size < ENTRY {
        return Err(damaged(fault::FATBIN, at));
    }
    let (header, left) = left.split_at_checked(header_size).ok_or_else(truncated)?;
    let size = index(entry.size);
    let (payload, left) = left.split_at_checked(size).ok_or_else(truncated)?;
    (entry.payload, entry.unpacked) = (payload, entry.size);
    entry.compression = match flags & (LZ4 | ZSTANDARD) {
        0 => None,
        LZ4 => Some(Compression::Lz4),
        ZSTANDARD => Some(Compression::Zstandard),
        _ => return Err(damaged(fault::FATBIN, at)),
    };
    if entry.compression.is_some() {
        // It is padded to a multiple of 8.
        let size = u32_at(header, field::COMPRESSED_SIZE).ok_or_else(truncated)?;
        entry.payload = payload.get(..index(size)).ok_or_else(truncated)?;
        (entry.size, entry.unpacked) = (unpacked, unpacked);
    }
    Ok((entry, header, file.len().saturating_sub(left.len())))
}

/// The parts of a concatenated entry. An extension of its header has their number, its own size, and their headers.
fn parts<'a>(header: &[u8], whole: &Entry<'a>) -> Option<Vec<Entry<'a>>> {
    let extension = header.get(index(u32_at(header, field::EXTENSION)?)..)?;
    let size = index(u32_at(extension, 0)?).checked_mul(ENTRY)?;
    let mut parts = Vec::new();
    for header in part(extension, 8, size)?.chunks_exact(ENTRY) {
        let mut part = from_header(header, whole.clone())?;
        let start = u64::from(u32_at(header, field::PLACE)?);
        part.part = Some(start..start.saturating_add(part.size));
        parts.push(part);
    }
    Some(parts)
}

/// An entry or a part with the kind, the target and the size in its header, and the rest from `whole`.
fn from_header<'a>(header: &[u8], whole: Entry<'a>) -> Option<Entry<'a>> {
    let (sm, flags) = (u32_at(header, field::SM)?, u64_at(header, field::FLAGS)?);
    Some(Entry {
        kind: match u16_at(header, field::KIND)? {
            1 => EntryKind::Ptx,
            2 => EntryKind::Cubin,
            kind => EntryKind::Other(kind),
        },
        compute_capability: major_minor(sm),
        suffix: match (flags & ARCHITECTURE, flags & FAMILY) {
            (0, 0) => Suffix::None,
            (0, _) => Suffix::Family,
            _ => Suffix::Architecture,
        },
        size: u64_at(header, field::SIZE)?,
        ..whole
    })
}
