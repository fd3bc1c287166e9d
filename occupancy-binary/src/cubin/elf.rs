//! The ELF layout of a cubin: header, sections, symbols.

use alloc::vec::Vec;
use core::str;

use occupancy_core::gpu::Suffix;

use super::{damaged, fault, not_cubin};
use crate::error::{Error, ErrorKind};

/// `EM_CUDA`.
const MACHINE: u16 = 190;
/// Bytes of the file's header, and of a section's.
const HEADER: usize = 64;
const SYMBOL: usize = 24;

pub(super) const PROGRAM: u32 = 1;
pub(super) const SYMBOLS: u32 = 2;
const NOTE: u32 = 7;
pub(super) const NO_BITS: u32 = 8;
/// `SHT_CUDA_INFO`: attributes, `.nv.info`.
pub(super) const ATTRIBUTES: u32 = 0x7000_0000;
/// `SHT_CUDA_SHARED`.
pub(super) const SHARED: u32 = 0x7000_000a;

/// `SHN_LORESERVE`: numbers from there on are not sections.
const RESERVED: u16 = 0xff00;

/// Bytes of names and attributes that are read at most of an image, or of the list of symbols of an archive.
///
/// Many symbols can share one long name, and many kernels one section, so that a small file could take hours. Where none
/// do, each byte is read twice at most.
pub(crate) fn most_read(bytes: &[u8]) -> usize {
    bytes.len().saturating_mul(8)
}

/// The `len` bytes from `at` on.
pub(super) fn part(bytes: &[u8], at: usize, len: usize) -> Option<&[u8]> {
    bytes.get(at..)?.get(..len)
}

pub(super) fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

pub(super) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

pub(crate) fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// An offset or a size in the file; if memory cannot have it, the largest, which is outside of every file.
pub(crate) fn index(number: impl TryInto<usize>) -> usize {
    number.try_into().unwrap_or(usize::MAX)
}

/// Whether a section of this kind is known to have its bytes in the file.
///
/// Of NVIDIA's own kinds, those of relocatable files for shared memory (`.nv.shared`, 0x7000_000a) and for
/// variables without a value (`.nv.global`, 0x7000_0007) have none; found with ptxas 12.4 and 13.5.
pub(crate) fn has_bytes(kind: u32) -> bool {
    match kind {
        0 | NO_BITS => false,
        ATTRIBUTES => true,
        kind => kind < 0x6000_0000,
    }
}

/// An ELF file with a complete header and complete section headers.
#[derive(Debug)]
pub(super) struct Elf<'a> {
    pub(super) bytes: &'a [u8],
    /// 7 from CUDA before 13.0, for compute capability 9.0 and below; 8 from CUDA 13.0 and later, and from 12.8 and 12.9
    /// for compute capability 10.0 and above.
    pub(super) abi: u8,
    pub(super) relocatable: bool,
    /// `e_version`: the toolkit in ABI 7.
    pub(super) version: u32,
    flags: u32,
    pub(super) sections: Vec<Section<'a>>,
    /// Where their headers are.
    headers_at: usize,
}

/// Some bytes of the file, and where they are.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Part<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
}

/// A section header.
#[derive(Debug)]
pub(super) struct Section<'a> {
    /// Where the header is.
    pub(super) at: usize,
    pub(super) name: Name<'a>,
    pub(super) kind: u32,
    pub(super) flags: u64,
    offset: u64,
    pub(super) size: u64,
    link: u32,
    /// The section that it is about; 0 for none.
    pub(super) info: u32,
    entry_size: u64,
}

impl Section<'_> {
    /// `None` if the header is too short.
    fn read(header: &[u8], at: usize) -> Option<Self> {
        Some(Self {
            at,
            name: Name(&[]),
            kind: u32_at(header, 4)?,
            flags: u64_at(header, 8)?,
            offset: u64_at(header, 24)?,
            size: u64_at(header, 32)?,
            link: u32_at(header, 40)?,
            info: u32_at(header, 44)?,
            entry_size: u64_at(header, 56)?,
        })
    }
}

/// A name, and what follows it in the table of names. Where it ends is looked for where it has to be: many may share
/// one long name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Name<'a>(&'a [u8]);

impl<'a> Name<'a> {
    /// The one of a section or a symbol, whose first four bytes say where it is.
    fn of(header: &[u8], names: &'a [u8]) -> Self {
        let at = u32_at(header, 0).map_or(usize::MAX, index);
        Self(names.get(at..).unwrap_or_default())
    }

    pub(super) fn is(self, name: &str) -> bool {
        let after = self.0.strip_prefix(name.as_bytes());
        after.is_some_and(|after| after.starts_with(&[0]))
    }

    pub(super) fn begins(self, beginning: &str) -> bool {
        self.0.starts_with(beginning.as_bytes())
    }
}

impl<'a> Elf<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Result<Self, Error> {
        if !bytes.starts_with(b"\x7fELF") {
            return Err(not_cubin());
        }
        let truncated = |at| damaged(fault::TRUNCATED, at);
        let header: &[u8; HEADER] = bytes.first_chunk().ok_or_else(|| truncated(bytes.len()))?;
        // No field is outside of it.
        let half = |at| u16_at(header, at).unwrap_or_default();
        let word = |at| u32_at(header, at).unwrap_or_default();
        // 64 bits, little-endian.
        if header[4] != 2 || header[5] != 1 || half(18) != MACHINE {
            return Err(not_cubin());
        }
        let abi = match (header[7], header[8]) {
            (0x33, 7) | (0x41, 8) => header[8],
            (os_abi, version) => {
                let fault =
                    format!("a cubin of ABI {version} (OS ABI {os_abi:#04x}), which is not known");
                let help = "ABI 7 (0x33) of CUDA 12 and ABI 8 (0x41) of CUDA 13 are; build it with one of those, \
                     or take a later version of this crate";
                return Err(Error::new(ErrorKind::Unsupported, fault, help));
            }
        };
        let relocatable = match half(16) {
            1 => true,
            2 => false,
            _ => return Err(damaged(fault::HEADER, 16)),
        };
        if usize::from(half(58)) != HEADER {
            return Err(damaged(fault::HEADER, 58));
        }
        let headers_at = u64_at(header, 40).map_or(usize::MAX, index);
        let size = usize::from(half(60)).saturating_mul(HEADER);
        let headers = part(bytes, headers_at, size).ok_or_else(|| truncated(40))?;
        let (headers, _) = headers.as_chunks::<HEADER>();
        let mut elf = Self {
            bytes,
            abi,
            relocatable,
            version: word(20),
            flags: word(48),
            sections: Vec::new(),
            headers_at,
        };
        let mut at = headers_at;
        for header in headers {
            elf.sections.extend(Section::read(header, at));
            at = at.saturating_add(HEADER);
        }
        let names = elf.sections.get(usize::from(half(62)));
        let names = names.ok_or_else(|| damaged(fault::HEADER, 62))?;
        let names = elf.content(names)?.bytes;
        for (section, header) in elf.sections.iter_mut().zip(headers) {
            section.name = Name::of(header, names);
        }
        Ok(elf)
    }

    /// 90 for compute capability 9.0.
    pub(super) fn sm(&self) -> u32 {
        let shift = if self.abi == 7 { 0 } else { 8 };
        (self.flags >> shift) & 0xff
    }

    /// The letter of the target (`sm_90a`), as far as the file records it.
    ///
    /// ABI 7 has a flag for `a`. So has ABI 8, but CUDA 13 sets it only for code that needs it; there the
    /// command line of ptxas or nvlink has the target, in `.note.nv.tkinfo`. Found with ptxas 12.4, 12.9
    /// and 13.5; the flags are `EF_CUDA_ACCELERATORS_V1` and `EF_CUDA_ACCELERATORS` of LLVM's `ELF.h`.
    pub(super) fn suffix(&self) -> Suffix {
        let flag = if self.abi == 7 { 0x800 } else { 0x8 };
        if self.flags & flag != 0 {
            return Suffix::Architecture;
        }
        let is_info = |it: &&Section<'_>| it.kind == NOTE && it.name.is(".note.nv.tkinfo");
        let info = self.sections.iter().find(is_info);
        let info = info.and_then(|info| self.content(info).ok());
        let suffix = info.and_then(|info| suffix_of_target(info.bytes, self.sm()));
        suffix.unwrap_or(Suffix::None)
    }

    /// The bytes of a section, if it has some in the file.
    pub(super) fn content(&self, section: &Section<'_>) -> Result<Part<'a>, Error> {
        if !has_bytes(section.kind) {
            return Err(damaged(fault::SECTION, section.at));
        }
        let at = index(section.offset);
        let bytes = part(self.bytes, at, index(section.size));
        let bytes = bytes.ok_or_else(|| damaged(fault::TRUNCATED, section.at))?;
        Ok(Part { bytes, at })
    }

    /// The kernels among the symbols of a section: functions that are entries, and not from another file.
    pub(super) fn kernels(&self, section: &Section<'_>) -> Result<Vec<Symbol<'a>>, Error> {
        let Part { bytes, mut at } = self.content(section)?;
        let (table, rest) = bytes.as_chunks::<SYMBOL>();
        if section.entry_size != SYMBOL as u64 || !rest.is_empty() {
            return Err(damaged(fault::SYMBOL, section.at));
        }
        let names = self.sections.get(index(section.link));
        let names = names.ok_or_else(|| damaged(fault::SECTION, self.headers_at))?;
        let names = self.content(names)?.bytes;
        let mut kernels = Vec::new();
        // A symbol is referred to by 32 bits.
        for (index, entry) in (0..=u32::MAX).zip(table) {
            let section = u16::from_le_bytes([entry[6], entry[7]]);
            if entry[4] & 0xf == 2 && entry[5] & 0x10 != 0 && section != 0 {
                let name = Name::of(entry, names);
                kernels.push(Symbol {
                    index,
                    at,
                    section,
                    name,
                });
            }
            at = at.saturating_add(SYMBOL);
        }
        Ok(kernels)
    }
}

/// The letter of the first target of a command line, if its number is `sm`.
fn suffix_of_target(note: &[u8], sm: u32) -> Option<Suffix> {
    /// As ptxas and nvlink write each form of the option.
    const OPTION: &[u8] = b"-arch sm_";
    /// More than a command line has.
    const MOST: usize = 1 << 16;
    let mut places = note.windows(OPTION.len()).take(MOST);
    let at = places.position(|text| text == OPTION)?;
    let name = note.get(at..)?.strip_prefix(b"-arch ")?;
    let mut words = name.split(|byte| *byte != b'_' && !byte.is_ascii_alphanumeric());
    let (of, suffix) = target(str::from_utf8(words.next()?).ok()?)?;
    (of == (sm / 10, sm % 10)).then_some(suffix)
}

/// A target: the compute capability, major and minor, and the letter.
pub(crate) type Target = ((u32, u32), Suffix);

/// The target with this name, `sm_90a` or `compute_90a`; `None` if it is not one of those and a number.
pub(crate) fn target(name: &str) -> Option<Target> {
    let of_code = name.strip_prefix("sm_");
    let name = of_code.or_else(|| name.strip_prefix("compute_"))?;
    let digits = name.trim_end_matches(['a', 'f']);
    let suffix = match name.strip_prefix(digits)? {
        "" => Suffix::None,
        "a" => Suffix::Architecture,
        "f" => Suffix::Family,
        _ => return None,
    };
    let number: u32 = digits.parse().ok()?;
    let is_plain = digits.len() == 1 || !digits.starts_with('0');
    is_plain.then_some(((number / 10, number % 10), suffix))
}

/// A kernel among the symbols.
#[derive(Debug)]
pub(super) struct Symbol<'a> {
    pub(super) index: u32,
    /// Where it is.
    pub(super) at: usize,
    /// The section of its code.
    pub(super) section: u16,
    pub(super) name: Name<'a>,
}

impl<'a> Symbol<'a> {
    /// The bytes of its name; those that are left if it does not end. `left` is how many bytes of names may still
    /// be read.
    pub(super) fn raw_name(&self, left: &mut usize) -> Result<&'a [u8], Error> {
        let mut parts = self.name.0.split(|&byte| byte == 0);
        let name = parts.next().unwrap_or_default();
        take(left, name.len(), self.at)?;
        Ok(name)
    }

    /// Its name.
    pub(super) fn name(&self, left: &mut usize) -> Result<&'a str, Error> {
        if self.section >= RESERVED {
            return Err(damaged(fault::SYMBOL, self.at));
        }
        let name = self.raw_name(left)?;
        match str::from_utf8(name) {
            Ok(text) if !name.is_empty() && name.len() < self.name.0.len() => Ok(text),
            _ => Err(damaged(fault::NAME, self.at)),
        }
    }
}

/// Counts bytes that are read.
pub(crate) fn take(left: &mut usize, bytes: usize, at: usize) -> Result<(), Error> {
    let after = left.checked_sub(bytes);
    *left = after.ok_or_else(|| damaged("its parts refer to each other too often", at))?;
    Ok(())
}
