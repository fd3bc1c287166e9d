//! Fat binaries: machine code for several GPUs, and PTX, in one file.

use alloc::vec::Vec;

use occupancy_core::gpu::Suffix;

use super::elf::{index, part, u16_at, u32_at, u64_at};
use super::fault::{self, damaged, not_cubin};
use super::{Compression, Entry, EntryKind};
use crate::error::Error;

/// The letters that a container begins with.
pub(crate) const MAGIC: [u8; 4] = [0x50, 0xed, 0x55, 0xba];
/// Bytes of a container's header.
pub(crate) const HEADER: usize = 16;
/// The part of an entry's header that is read; extensions may follow.
const ENTRY: usize = 64;

const CONCATENATED: u16 = 0x100;

const LZ4: u64 = 0x2000;
const ZSTANDARD: u64 = 0x8000;
const ARCHITECTURE: u64 = 0x10_0000;
const FAMILY: u64 = 0x20_0000;

/// Whether a file begins like a fat binary.
#[doc(hidden)]
pub fn is_fatbin(file: &[u8]) -> bool {
    file.starts_with(&MAGIC)
}

/// The entries of a fat binary in their order, including those of fat binaries that follow it in the file.
///
/// After the first error there are no more. It has what it is about: the byte of an entry, or 0 for the file.
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
    if let Err(error) = read(file, &mut found) {
        found.push(Err((0, error)));
    }
    found
}

fn read<'a>(
    file: &'a [u8],
    found: &mut Vec<Result<Entry<'a>, (usize, Error)>>,
) -> Result<(), Error> {
    let mut end = 0;
    while let Some(mut at) = container(file, &mut end)? {
        while at < end {
            let left = file.get(..end).unwrap_or_default();
            let (entry, header, next) = entry(left, at)?;
            at = next;
            if entry.kind != EntryKind::Other(CONCATENATED) {
                found.push(Ok(entry));
                continue;
            }
            let Some(parts) = parts(header, &entry) else {
                found.push(Err((entry.offset, damaged(fault::FATBIN, entry.offset))));
                continue;
            };
            found.extend(parts.into_iter().map(Ok));
        }
    }
    Ok(())
}

/// The first entry of the next container after `end`, which becomes the end of that; `None` if there is none.
fn container(file: &[u8], end: &mut usize) -> Result<Option<usize>, Error> {
    // Containers begin at multiples of 8, with zeros before them.
    let rest = file.get(*end..).unwrap_or_default();
    let zeros = rest.iter().take_while(|&&byte| byte == 0).count();
    let at = end.saturating_add(zeros);
    if at == file.len() && at > 0 {
        return Ok(None);
    }
    let truncated = || damaged(fault::TRUNCATED, at);
    let header = part(file, at, HEADER).ok_or_else(truncated)?;
    if !is_fatbin(header) {
        return Err(match at {
            0 => not_cubin(),
            _ => damaged(fault::FATBIN, at),
        });
    }
    // The version, and the bytes of the header.
    if (u16_at(header, 4), u16_at(header, 6).map(usize::from)) != (Some(1), Some(HEADER)) {
        return Err(damaged(fault::FATBIN, at));
    }
    let first = at.saturating_add(HEADER);
    let stated = u64_at(header, 8).and_then(|size| first.checked_add(index(size)));
    let is_whole = |end: &usize| *end <= file.len();
    *end = stated.filter(is_whole).ok_or_else(truncated)?;
    Ok(Some(first))
}

/// The entry at this byte, its header with the extensions, and where the next one is.
fn entry(file: &[u8], at: usize) -> Result<(Entry<'_>, &[u8], usize), Error> {
    let truncated = || damaged(fault::TRUNCATED, at);
    let left = file.get(at..).ok_or_else(truncated)?;
    let stated = Header::read(left).ok_or_else(truncated)?;
    let unpacked = u64_at(left, 56).ok_or_else(truncated)?;
    let header_size = index(stated.word);
    if header_size < ENTRY {
        return Err(damaged(fault::FATBIN, at));
    }
    let (header, left) = left.split_at_checked(header_size).ok_or_else(truncated)?;
    let (mut payload, left) = left
        .split_at_checked(index(stated.size))
        .ok_or_else(truncated)?;
    let compression = match (stated.flags & LZ4 != 0, stated.flags & ZSTANDARD != 0) {
        (false, false) => None,
        (true, false) => Some(Compression::Lz4),
        (false, true) => Some(Compression::Zstandard),
        (true, true) => return Err(damaged(fault::FATBIN, at)),
    };
    if compression.is_some() {
        // It is padded to a multiple of 8.
        let size = u32_at(header, 16).ok_or_else(truncated)?;
        payload = payload.get(..index(size)).ok_or_else(truncated)?;
    }
    let mut entry = stated.entry(&Entry::new(payload, at));
    if compression.is_some() {
        entry.compression = compression;
        (entry.size, entry.unpacked) = (unpacked, unpacked);
    }
    Ok((entry, header, file.len().saturating_sub(left.len())))
}

/// The parts of a concatenated entry: an extension of its header has their number, its size, and their headers.
fn parts<'a>(header: &[u8], whole: &Entry<'a>) -> Option<Vec<Entry<'a>>> {
    let extension = header.get(index(u32_at(header, 20)?)..)?;
    let size = index(u32_at(extension, 0)?).checked_mul(ENTRY)?;
    let headers = part(extension, 8, size)?.chunks_exact(ENTRY);
    let part = |header| {
        let stated = Header::read(header)?;
        let start = u64::from(stated.word);
        Some(Entry {
            size: stated.size,
            part: Some(start..start.saturating_add(stated.size)),
            ..stated.entry(whole)
        })
    };
    headers.map(part).collect()
}

/// What the header of an entry and that of a part have in common.
struct Header {
    kind: u16,
    sm: u32,
    flags: u64,
    /// Of an entry the bytes of its header; of a part its offset.
    word: u32,
    size: u64,
}

impl Header {
    fn read(header: &[u8]) -> Option<Self> {
        Some(Self {
            kind: u16_at(header, 0)?,
            sm: u32_at(header, 28)?,
            flags: u64_at(header, 40)?,
            word: u32_at(header, 4)?,
            size: u64_at(header, 8)?,
        })
    }

    /// An entry of this kind, for this target.
    fn entry<'a>(&self, whole: &Entry<'a>) -> Entry<'a> {
        Entry {
            kind: match self.kind {
                1 => EntryKind::Ptx,
                2 => EntryKind::Cubin,
                kind => EntryKind::Other(kind),
            },
            compute_capability: (self.sm / 10, self.sm % 10),
            suffix: match self.flags {
                flags if flags & ARCHITECTURE != 0 => Suffix::Architecture,
                flags if flags & FAMILY != 0 => Suffix::Family,
                _ => Suffix::None,
            },
            ..whole.clone()
        }
    }
}
