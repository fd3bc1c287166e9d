//! The least bytes that a file has by its own headers: a file with fewer was cut off.
//!
//! Readers of object files report a truncation as whatever they miss first. This adds up the headers
//! instead.

use object::read::archive::ArchiveFile;

use super::FileKind;
use crate::cubin::{fatbin, has_bytes, u16_at, u32_at, u64_at};
use crate::error::{Error, ErrorKind};

/// First bytes that files begin with, and the bytes of the header that they open.
const OPENINGS: [(&[u8], u64); 5] = [
    (b"\x7fELF", 64),
    (&fatbin::MAGIC, fatbin::HEADER as u64),
    (b"!<arch>\n", 8),
    // Object files of Windows, for x86-64 and for ARM.
    (&[0x64, 0x86], COFF_HEADER),
    (&[0x64, 0xaa], COFF_HEADER),
];

/// Bytes of the header of an archive's member, and what they end with.
const MEMBER_HEADER: u64 = 60;
const MEMBER_END: &[u8] = b"`\n";

/// The error for a file that is too short to identify, if it begins like a known one.
pub(super) fn opening(bytes: &[u8]) -> Option<Error> {
    if bytes.starts_with(b"MZ") {
        return cut(bytes, of_pe(bytes), 0);
    }
    let (_, stated) = OPENINGS.iter().find(|(opening, _)| {
        bytes.len() > 1 && (bytes.starts_with(opening) || opening.starts_with(bytes))
    })?;
    cut(bytes, Some(*stated), 0)
}

/// The error for a file that has fewer bytes than its headers state. `base` is where it begins in the
/// file that contains it.
pub(super) fn truncated(bytes: &[u8], kind: FileKind, base: usize) -> Option<Error> {
    let stated = match kind {
        FileKind::Cubin => of_elf(bytes, has_bytes),
        FileKind::Elf => of_elf(bytes, |kind| kind != NO_BITS),
        FileKind::Fatbin => of_fatbin(bytes),
        FileKind::Pe => of_pe(bytes),
        FileKind::Coff => Some(of_coff(bytes)),
        FileKind::Archive => of_archive(bytes),
        // A text just ends; the reader of PTX finds what is not closed.
        FileKind::Ptx => None,
    };
    cut(bytes, stated, base)
}

fn cut(bytes: &[u8], stated: Option<u64>, offset: usize) -> Option<Error> {
    let found = bytes.len() as u64;
    let stated = stated.filter(|&stated| stated > found)?;
    let member = match offset {
        0 => String::new(),
        offset => format!("the member at byte {offset} is "),
    };
    let fault =
        format!("{member}truncated: its headers state at least {stated} bytes, and it has {found}");
    Some(Error::new(ErrorKind::Truncated, fault, "build or copy it anew").at(offset))
}

/// The end of a table or a section.
fn end(offset: impl Into<u64>, size: impl Into<u64>) -> u64 {
    offset.into().saturating_add(size.into())
}

/// `SHT_NOBITS`: a section that is only in memory.
const NO_BITS: u32 = 8;

/// `has_bytes` says which kinds of sections do. One of 32 bits has no GPU code since CUDA 9.
fn of_elf(bytes: &[u8], has_bytes: impl Fn(u32) -> bool) -> Option<u64> {
    const HEADER: usize = 64;
    const SECTION: usize = 64;
    let Some(header) = bytes.first_chunk::<HEADER>() else {
        return Some(HEADER as u64);
    };
    // 64 bits, little-endian.
    if !header.starts_with(b"\x7fELF\x02\x01\x01") {
        return None;
    }
    let table = |offset, size| {
        let (each, count) = (u16_at(header, size)?, u16_at(header, size.checked_add(2)?)?);
        let size = u64::from(each).saturating_mul(count.into());
        let is_there = count > 0;
        Some((if is_there { u64_at(header, offset)? } else { 0 }, size))
    };
    let (programs, sections) = (table(32, 54)?, table(40, 58)?);
    let is_known = u16_at(header, 58).map(usize::from) == Some(SECTION);
    let whole = slice(bytes, sections).filter(|_| is_known);
    let whole = whole.unwrap_or_default().chunks_exact(SECTION);
    let contents = whole.filter_map(|section| {
        let content = (u64_at(section, 24)?, u64_at(section, 32)?);
        has_bytes(u32_at(section, 4)?).then_some(content)
    });
    let all = contents.chain([programs, sections]);
    all.map(|(offset, size)| end(offset, size)).max()
}

/// The bytes of a table, if all are there.
fn slice(bytes: &[u8], (offset, size): (u64, u64)) -> Option<&[u8]> {
    let start = usize::try_from(offset).ok()?;
    bytes.get(start..)?.get(..usize::try_from(size).ok()?)
}

fn of_fatbin(bytes: &[u8]) -> Option<u64> {
    let mut at = 0_usize;
    loop {
        // Zeros up to the next one; anything else is not a question of length.
        let rest = bytes.get(at..)?;
        let zeros = rest.iter().take_while(|&&byte| byte == 0).count();
        let container = rest.get(zeros..)?;
        at = at.saturating_add(zeros);
        let is_begun = !container.is_empty() && fatbin::MAGIC.starts_with(container);
        if !is_begun && !fatbin::is_fatbin(container) {
            return None;
        }
        let header = end(at as u64, fatbin::HEADER as u64);
        let Some(size) = u64_at(container, 8) else {
            return Some(header);
        };
        let stated = end(header, size);
        match usize::try_from(stated) {
            Ok(next) if next <= bytes.len() => at = next,
            _ => return Some(stated),
        }
    }
}

/// Source: Microsoft PE Format.
fn of_pe(bytes: &[u8]) -> Option<u64> {
    /// Where the header of Windows begins, by that of MS-DOS.
    const NEW_HEADER: usize = 0x3c;
    /// Where linkers never put it.
    const MOST_NEW_HEADER: u32 = 1 << 16;
    let Some(at) = u32_at(bytes, NEW_HEADER) else {
        // A text may begin with these letters too; a header has zeros.
        return bytes.contains(&0).then_some(end(NEW_HEADER as u64, 4_u32));
    };
    if at > MOST_NEW_HEADER {
        // A program of MS-DOS has something else there.
        return None;
    }
    // That of an object file follows four letters, and then the optional one.
    let header = bytes.get(usize::try_from(at).ok()?..).unwrap_or_default();
    let (count, optional) = (u16_at(header, 6), u16_at(header, 20));
    let (Some(count), Some(optional), Some(headers)) = (count, optional, u32_at(header, 84)) else {
        return Some(end(at, 88_u32));
    };
    let table = end(at, 24_u32).saturating_add(optional.into());
    Some(of_sections(bytes, table, count.into()).max(headers.into()))
}

/// The end of a table of sections of Windows, and of what is in them.
fn of_sections(bytes: &[u8], offset: u64, count: u32) -> u64 {
    const SECTION: usize = 40;
    let size = u64::from(count).saturating_mul(SECTION as u64);
    let whole = slice(bytes, (offset, size)).unwrap_or_default();
    let contents = whole.chunks_exact(SECTION).filter_map(|section| {
        let (size, offset) = (u32_at(section, 16)?, u32_at(section, 20)?);
        // Without a place, it is only in memory.
        (offset > 0).then_some(end(offset, size))
    });
    contents.fold(end(offset, size), u64::max)
}

const COFF_HEADER: u64 = 20;

/// Source: Microsoft PE Format; for large ones (`/bigobj`), `ANON_OBJECT_HEADER_BIGOBJ` of `winnt.h`.
fn of_coff(bytes: &[u8]) -> u64 {
    const BIG_HEADER: u64 = 56;
    let is_big = bytes.starts_with(&[0, 0, 0xff, 0xff]);
    // Where the header ends and has the place of the symbols, how many sections there are, bytes of a symbol.
    let (header, symbols, count, symbol) = if is_big {
        (BIG_HEADER, 48, u32_at(bytes, 44), 20)
    } else {
        let optional = u16_at(bytes, 16).unwrap_or_default();
        let count = u16_at(bytes, 2).map(u32::from);
        (end(COFF_HEADER, optional), 8, count, 18)
    };
    let (Some(count), Some(at)) = (count, u32_at(bytes, symbols)) else {
        return header;
    };
    let sections = of_sections(bytes, header, count);
    if at == 0 {
        return sections;
    }
    let count = u32_at(bytes, symbols.saturating_add(4)).unwrap_or_default();
    // The names follow the symbols, and begin with their own size.
    let names = end(at, u64::from(count).saturating_mul(symbol));
    let size = slice(bytes, (names, 4)).and_then(|size| u32_at(size, 0));
    sections.max(end(names, size.unwrap_or(0).max(4)))
}

fn of_archive(bytes: &[u8]) -> Option<u64> {
    if bytes.starts_with(b"!<thin>") {
        // The members that it lists the sizes of are files of their own.
        return None;
    }
    let mut at = 8_u64;
    loop {
        let header = bytes.get(usize::try_from(at).ok()?..)?;
        if header.is_empty() {
            break;
        }
        let content = end(at, MEMBER_HEADER);
        let Some(header) = header.first_chunk::<60>() else {
            return Some(content);
        };
        // Anything but a member's header is not a question of length.
        if !header.ends_with(MEMBER_END) {
            return None;
        }
        let size = str::from_utf8(header.get(48..58)?).ok()?;
        let stated = end(content, size.trim_end().parse::<u64>().ok()?);
        if stated > bytes.len() as u64 {
            return Some(stated);
        }
        // The byte that makes a size even may be missing after the last one.
        at = stated.next_multiple_of(2).min(bytes.len() as u64);
    }
    // Whole members, and perhaps not all: the list of symbols says where there are more.
    let archive = ArchiveFile::parse(bytes).ok()?;
    let symbols = archive.symbols().ok()??;
    let offsets = symbols.filter_map(|symbol| Some(symbol.ok()?.offset().0));
    offsets.max().map(|last| end(last, MEMBER_HEADER))
}
