//! The least bytes that a file has by its own headers: a file with fewer was cut off.
//!
//! Readers of object files report a truncation as whatever they miss first. This adds up the headers
//! instead.

use crate::cubin::{FatbinEntries, has_bytes};
use object::read::archive::ArchiveFile;
use object::read::elf::{FileHeader, SectionHeader};
use object::read::pe::{ImageNtHeaders, ImageOptionalHeader};
use object::{Endianness, LittleEndian as LE, elf, pe};

use super::FileKind;
use crate::error::{Error, ErrorKind};

/// First bytes that files begin with, and the bytes of the header that they open.
const OPENINGS: [(&[u8], u64); 5] = [
    (b"\x7fELF", 64),
    (&FATBIN_MAGIC, FATBIN_HEADER),
    (b"!<arch>\n", 8),
    // Object files of Windows, for x86-64 and for ARM.
    (&[0x64, 0x86], 20),
    (&[0x64, 0xaa], 20),
];
const FATBIN_MAGIC: [u8; 4] = [0x50, 0xed, 0x55, 0xba];

/// Bytes of the header of a fat binary's container.
const FATBIN_HEADER: u64 = 16;

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
        FileKind::Cubin => of_elf::<elf::FileHeader64<Endianness>>(bytes, has_bytes),
        FileKind::Elf => match bytes.get(4) {
            Some(1) => of_elf::<elf::FileHeader32<Endianness>>(bytes, |_| true),
            _ => of_elf::<elf::FileHeader64<Endianness>>(bytes, |_| true),
        },
        FileKind::Fatbin => of_fatbin(bytes),
        FileKind::Pe => of_pe(bytes),
        FileKind::Coff => of_coff(bytes),
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

/// The end of a table or a section; `None` if no file can have it.
fn end(offset: impl Into<u64>, size: impl Into<u64>) -> u64 {
    offset.into().saturating_add(size.into())
}

/// `has_bytes` says which kinds of sections do, beside those that have none in any file.
fn of_elf<H: FileHeader<Endian = Endianness>>(
    bytes: &[u8],
    has_bytes: impl Fn(u32) -> bool,
) -> Option<u64> {
    let Ok(header) = H::parse(bytes) else {
        // If the header is complete, something else is wrong with it.
        return Some(size_of::<H>() as u64);
    };
    let endian = header.endian().ok()?;
    let table = |offset: u64, count: u16, size: u16| {
        let bytes = u64::from(count).saturating_mul(size.into());
        if count == 0 { 0 } else { end(offset, bytes) }
    };
    let programs = table(
        header.e_phoff(endian).into(),
        header.e_phnum(endian),
        header.e_phentsize(endian),
    );
    let sections = table(
        header.e_shoff(endian).into(),
        header.e_shnum(endian),
        header.e_shentsize(endian),
    );
    let contents = header
        .section_headers(endian, bytes)
        .into_iter()
        .flatten()
        .filter(|section| has_bytes(section.sh_type(endian).0))
        .filter_map(|section| section.file_range(endian))
        .map(|(offset, size)| end(offset, size));
    contents.chain([programs, sections]).max()
}

fn of_fatbin(bytes: &[u8]) -> Option<u64> {
    let mut at = 0_usize;
    loop {
        let mut container = bytes.get(at..)?;
        if !FatbinEntries::is_fatbin(container) {
            // Zeros up to the next one; anything else is not a question of length.
            let zeros = container.iter().take_while(|&&byte| byte == 0).count();
            container = container.get(zeros..)?;
            let is_begun = !container.is_empty() && FATBIN_MAGIC.starts_with(container);
            if !is_begun && !FatbinEntries::is_fatbin(container) {
                return None;
            }
            at = at.checked_add(zeros)?;
        }
        let size = container.get(8..).and_then(|size| size.first_chunk());
        let Some(size) = size.map(|size| u64::from_le_bytes(*size)) else {
            return Some(end(at as u64, FATBIN_HEADER));
        };
        let stated = end(at as u64, FATBIN_HEADER.saturating_add(size));
        match usize::try_from(stated) {
            Ok(next) if next <= bytes.len() => at = next,
            _ => return Some(stated),
        }
    }
}

fn of_pe(bytes: &[u8]) -> Option<u64> {
    /// Where the header of Windows begins, by that of MS-DOS.
    const NEW_HEADER: usize = 0x3c;
    /// Where linkers never put it.
    const MOST_NEW_HEADER: u32 = 1 << 16;
    let Some(at) = bytes
        .get(NEW_HEADER..)
        .and_then(|bytes| bytes.first_chunk())
    else {
        // A text may begin with these letters too; a header has zeros.
        return bytes.contains(&0).then_some(end(NEW_HEADER as u64, 4_u32));
    };
    let at = u32::from_le_bytes(*at);
    if at > MOST_NEW_HEADER {
        // A program of MS-DOS has something else there.
        return None;
    }
    let magic = bytes.get(usize::try_from(at).ok()?.checked_add(24)?..);
    match magic.and_then(|magic| magic.first_chunk()) {
        Some(magic) if u16::from_le_bytes(*magic) == pe::IMAGE_NT_OPTIONAL_HDR32_MAGIC => {
            of_nt::<pe::ImageNtHeaders32>(bytes, at)
        }
        Some(_) => of_nt::<pe::ImageNtHeaders64>(bytes, at),
        None => Some(end(at, 26_u32)),
    }
}

fn of_nt<H: ImageNtHeaders>(bytes: &[u8], at: u32) -> Option<u64> {
    let mut after = u64::from(at);
    let Ok((headers, _)) = H::parse(bytes, &mut after) else {
        return Some(end(at, size_of::<H>() as u64));
    };
    let count = headers.file_header().number_of_sections.get(LE);
    let table = end(after, u64::from(count).saturating_mul(SECTION));
    let Ok(sections) = headers.sections(bytes, after) else {
        return Some(table);
    };
    let contents = sections.iter().map(|section| {
        let (offset, size) = section.pe_file_range();
        end(offset, size)
    });
    let headers = headers.optional_header().size_of_headers().into();
    contents.chain([table, headers]).max()
}

/// Bytes of the header of a section, and of a symbol, of Windows.
const SECTION: u64 = 40;
const SYMBOL: u64 = 18;
const SYMBOL_BIG: u64 = 20;

fn of_coff(bytes: &[u8]) -> Option<u64> {
    use object::read::coff::CoffHeader;
    fn of<H: CoffHeader>(bytes: &[u8], symbol: u64) -> Option<u64> {
        let mut after = 0;
        let Ok(header) = H::parse(bytes, &mut after) else {
            return Some(size_of::<H>() as u64);
        };
        let table = end(
            after,
            u64::from(header.number_of_sections()).saturating_mul(SECTION),
        );
        let Ok(sections) = header.sections(bytes, after) else {
            return Some(table);
        };
        let contents = sections.iter().filter_map(|section| {
            let (offset, size) = section.coff_file_range()?;
            Some(end(offset, size))
        });
        let at = u64::from(header.pointer_to_symbol_table());
        let names = end(
            at,
            u64::from(header.number_of_symbols()).saturating_mul(symbol),
        );
        // The names follow the symbols, and begin with their own size.
        let size = usize::try_from(names).ok().and_then(|names| {
            let size = bytes.get(names..)?.first_chunk()?;
            Some(u64::from(u32::from_le_bytes(*size)))
        });
        let names = match at {
            0 => 0,
            _ => end(names, size.unwrap_or(0).max(4)),
        };
        contents.chain([table, names]).max()
    }
    match object::FileKind::parse(bytes) {
        Ok(object::FileKind::CoffBig) => of::<pe::AnonObjectHeaderBigobj>(bytes, SYMBOL_BIG),
        _ => of::<pe::ImageFileHeader>(bytes, SYMBOL),
    }
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
        let size: u64 = str::from_utf8(header.get(48..58)?)
            .ok()?
            .trim_end()
            .parse()
            .ok()?;
        let stated = end(content, size);
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
