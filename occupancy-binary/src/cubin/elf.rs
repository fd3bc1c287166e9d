//! The ELF layout of a cubin and of a code object: header, sections, symbols.

use core::ffi::CStr;

use occupancy_core::gpu::Suffix;

use super::{damaged, fault, not_cubin};
use crate::error::{Error, ErrorKind};
use crate::prelude::*;

/// `EM_CUDA`.
pub(crate) const CUDA: u16 = 190;
/// `EM_AMDGPU`.
pub(crate) const AMDGPU: u16 = 224;

/// Bytes of the header of the file.
const HEADER: usize = 64;

/// The bytes at which the fields of the file's header begin.
mod header {
    pub(super) const OS_ABI: usize = 7;
    pub(super) const ABI_VERSION: usize = 8;
    pub(super) const TYPE: usize = 16;
    pub(super) const MACHINE: usize = 18;
    pub(super) const VERSION: usize = 20;
    pub(super) const SECTIONS: usize = 40;
    pub(super) const FLAGS: usize = 48;
    pub(super) const SECTION_SIZE: usize = 58;
    pub(super) const SECTION_COUNT: usize = 60;
    pub(super) const NAMES: usize = 62;
}

/// Bytes of the header of a section.
const SECTION: usize = 64;

/// The bytes at which the fields of a section's header begin. The name is first, as it is in a symbol.
pub(super) mod section {
    pub(in crate::cubin) const KIND: usize = 4;
    pub(in crate::cubin) const FLAGS: usize = 8;
    pub(in crate::cubin) const ADDRESS: usize = 16;
    pub(super) const OFFSET: usize = 24;
    pub(in crate::cubin) const SIZE: usize = 32;
    pub(super) const LINK: usize = 40;
    /// The section that it is about; 0 for none.
    pub(in crate::cubin) const INFO: usize = 44;
    pub(super) const ENTRY_SIZE: usize = 56;
}

/// Bytes of a symbol.
const SYMBOL: usize = 24;

/// `STT_FUNC`, of the low half of a symbol's byte `info`.
pub(super) const FUNCTION: u8 = 2;
/// `STO_CUDA_ENTRY`, a bit of the byte `other`: the function is a kernel.
const ENTRY: u8 = 0x10;

// Kinds of sections.
pub(super) const PROGRAM: u32 = 1;
pub(super) const SYMBOLS: u32 = 2;
pub(super) const NOTE: u32 = 7;
pub(super) const NO_BITS: u32 = 8;
/// `SHT_CUDA_INFO`: attributes, `.nv.info`.
pub(super) const ATTRIBUTES: u32 = 0x7000_0000;
/// `SHT_CUDA_SHARED`.
pub(super) const SHARED: u32 = 0x7000_000a;

/// `SHN_LORESERVE`: the first number that stands for no section.
const RESERVED: u16 = 0xff00;

/// The most bytes of names and attributes to read from an image, or from the list of symbols of an archive.
///
/// Many symbols can share one long name, and many kernels one section, so a small file could take hours. If none share,
/// each byte is read at most twice.
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

/// An offset or a size in the file. One that memory cannot have becomes the largest, which is outside of every file.
pub(crate) fn index(number: impl TryInto<usize>) -> usize {
    number.try_into().unwrap_or(usize::MAX)
}

/// The major and the minor version, or compute capability, of a number such as 90.
pub(crate) fn major_minor(number: u32) -> (u32, u32) {
    (number / 10, number % 10)
}

/// Returns `true` if a section of this kind is known to have its bytes in the file.
///
/// Two of NVIDIA's own kinds, in relocatable files, have none: shared memory (`.nv.shared`, 0x7000_000a) and variables
/// without a value (`.nv.global`, 0x7000_0007). Found with ptxas 12.4 and 13.5.
pub(crate) fn has_bytes(kind: u32) -> bool {
    kind == ATTRIBUTES || kind < 0x6000_0000 && !matches!(kind, 0 | NO_BITS)
}

/// The machine that the code of an ELF file of 64 bits is for, little-endian.
pub(crate) fn machine(bytes: &[u8]) -> Option<u16> {
    // `EI_CLASS` and `EI_DATA`.
    let is_elf = bytes.starts_with(b"\x7fELF\x02\x01");
    u16_at(bytes, header::MACHINE).filter(|_| is_elf)
}

/// What a file for this machine is called.
fn what(machine: u16) -> &'static str {
    match machine {
        AMDGPU => "a code object",
        _ => "a cubin",
    }
}

/// An ELF file with a complete header and complete section headers.
#[derive(Debug)]
pub(super) struct Elf<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) machine: u16,
    /// `EI_OSABI`.
    pub(super) os_abi: u8,
    /// Of a code object, 1 for version 3 and so on. Of a cubin, 7 from CUDA before 13.0, for compute capability 9.0 and below; 8 from CUDA 13.0 and later, and from 12.8 and 12.9
    /// for compute capability 10.0 and above.
    pub(super) abi: u8,
    pub(super) relocatable: bool,
    /// `e_version`: the toolkit in ABI 7.
    pub(super) version: u32,
    pub(super) flags: u32,
    pub(super) sections: Vec<Section<'a>>,
}

/// Some bytes of the file, and the byte where they begin.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Part<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
}

/// A section header.
#[derive(Debug)]
pub(super) struct Section<'a> {
    /// The byte where the header begins.
    pub(super) at: usize,
    pub(super) name: Name<'a>,
    header: &'a [u8; SECTION],
}

impl Section<'_> {
    /// The field of 32 bits at this byte of the header.
    pub(super) fn word(&self, at: usize) -> u32 {
        u32_at(self.header, at).unwrap_or_default()
    }

    /// The field of 64 bits at this byte of the header.
    pub(super) fn long(&self, at: usize) -> u64 {
        u64_at(self.header, at).unwrap_or_default()
    }
}

/// A name, and what follows it in the table of names. Only those who need its end look for it: many may share one long
/// name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Name<'a> {
    bytes: &'a [u8],
    /// What the table has behind the name itself.
    end: Option<&'static str>,
}

impl<'a> Name<'a> {
    /// The name of a section or a symbol, which begins with its place in the table of `names`.
    pub(super) fn of(header: &[u8], names: &'a [u8]) -> Self {
        let at = u32_at(header, 0).map_or(usize::MAX, index);
        let bytes = names.get(at..).unwrap_or_default();
        Self { bytes, end: None }
    }

    /// The same without these letters at its end.
    pub(super) fn without(self, end: &'static str) -> Self {
        let end = Some(end);
        Self { end, ..self }
    }

    pub(super) fn is(self, name: &str) -> bool {
        let after = self.bytes.strip_prefix(name.as_bytes());
        let with_end = after.zip(self.end);
        let after = with_end.map_or(after, |(after, end)| after.strip_prefix(end.as_bytes()));
        after.is_some_and(|after| after.starts_with(&[0]))
    }

    pub(super) fn begins(self, beginning: &str) -> bool {
        self.bytes.starts_with(beginning.as_bytes())
    }

    /// Its bytes; all that follow if it does not end.
    fn raw(self) -> &'a [u8] {
        let name = CStr::from_bytes_until_nul(self.bytes);
        let name = name.map_or(self.bytes, CStr::to_bytes);
        let own = self.end.and_then(|end| name.strip_suffix(end.as_bytes()));
        own.unwrap_or(name)
    }

    /// Its text, if it has some and ends.
    pub(super) fn text(self) -> Option<&'a str> {
        let name = self.raw();
        let is_whole = !name.is_empty() && name.len() < self.bytes.len();
        str::from_utf8(name).ok().filter(|_| is_whole)
    }
}

impl<'a> Elf<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Result<Self, Error> {
        if !bytes.starts_with(b"\x7fELF") {
            return Err(not_cubin());
        }
        let truncated = |at| damaged(fault::TRUNCATED, at);
        let header: &[u8; HEADER] = bytes.first_chunk().ok_or_else(|| truncated(bytes.len()))?;
        // Every field is inside of it.
        let half = |at| u16_at(header, at).unwrap_or_default();
        let word = |at| u32_at(header, at).unwrap_or_default();
        let machine = machine(header).filter(|it| matches!(*it, CUDA | AMDGPU));
        let machine = machine.ok_or_else(not_cubin)?;
        let (os_abi, abi) = (header[header::OS_ABI], header[header::ABI_VERSION]);
        if machine == CUDA && !matches!((os_abi, abi), (0x33, 7) | (0x41, 8)) {
            let fault = format!("a cubin of ABI {abi} (OS ABI {os_abi:#04x}), which is not known");
            let help = "ABI 7 (0x33) of CUDA 12 and ABI 8 (0x41) of CUDA 13 are; build it with one of those, \
                     or take a later version of this crate";
            return Err(Error::new(ErrorKind::Unsupported, fault, help));
        }
        let fault = format!("the header is not that of {}", what(machine));
        let wrong = |at| damaged(&fault, at);
        let relocatable = match (half(header::TYPE), machine) {
            (1, _) => true,
            (2, CUDA) | (3, AMDGPU) => false,
            _ => return Err(wrong(header::TYPE)),
        };
        if usize::from(half(header::SECTION_SIZE)) != SECTION {
            return Err(wrong(header::SECTION_SIZE));
        }
        let headers_at = u64_at(header, header::SECTIONS).map_or(usize::MAX, index);
        let size = usize::from(half(header::SECTION_COUNT)).saturating_mul(SECTION);
        let table = part(bytes, headers_at, size).ok_or_else(|| truncated(header::SECTIONS))?;
        let (headers, _) = table.as_chunks::<SECTION>();
        let mut elf = Self {
            bytes,
            machine,
            os_abi,
            abi,
            relocatable,
            version: word(header::VERSION),
            flags: word(header::FLAGS),
            sections: Vec::new(),
        };
        let mut at = headers_at;
        let name = Name::of(&[], &[]);
        for header in headers {
            elf.sections.push(Section { at, name, header });
            at = at.saturating_add(SECTION);
        }
        let Some(strings) = elf.sections.get(usize::from(half(header::NAMES))) else {
            return Err(wrong(header::NAMES));
        };
        let names = elf.content(strings)?.bytes;
        for section in &mut elf.sections {
            section.name = Name::of(section.header, names);
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
    /// Both ABIs have a flag for `a`, but in ABI 8, CUDA 13 sets it only for code that needs it. Its target is in the
    /// command line of ptxas or nvlink, in `.note.nv.tkinfo`. Found with ptxas 12.4, 12.9
    /// and 13.5; the flags are `EF_CUDA_ACCELERATORS_V1` and `EF_CUDA_ACCELERATORS` of LLVM's `ELF.h`.
    pub(super) fn suffix(&self) -> Suffix {
        let flag = if self.abi == 7 { 0x800 } else { 0x8 };
        if self.flags & flag != 0 {
            return Suffix::Architecture;
        }
        let is_info =
            |it: &&Section<'_>| it.word(section::KIND) == NOTE && it.name.is(".note.nv.tkinfo");
        let section = self.sections.iter().find(is_info);
        let info = section.and_then(|section| self.content(section).ok());
        let suffix = info.and_then(|info| suffix_of_target(info.bytes, self.sm()));
        suffix.unwrap_or(Suffix::None)
    }

    /// The bytes of a section that has some in the file.
    pub(super) fn content(&self, section: &Section<'_>) -> Result<Part<'a>, Error> {
        if !has_bytes(section.word(section::KIND)) {
            return Err(damaged(fault::SECTION, section.at));
        }
        let at = index(section.long(section::OFFSET));
        let bytes = part(self.bytes, at, index(section.long(section::SIZE)));
        let bytes = bytes.ok_or_else(|| damaged(fault::TRUNCATED, section.at))?;
        Ok(Part { bytes, at })
    }

    /// The symbols of a section, each with its bytes.
    pub(super) fn symbols(
        &self,
        section: &Section<'_>,
    ) -> Result<impl Iterator<Item = (Symbol<'a>, &'a [u8; SYMBOL])> + use<'a>, Error> {
        let Part { bytes, at } = self.content(section)?;
        let (table, rest) = bytes.as_chunks::<SYMBOL>();
        if section.long(section::ENTRY_SIZE) != SYMBOL as u64 || !rest.is_empty() {
            let fault = format!("a symbol is not one of {}", what(self.machine));
            return Err(damaged(&fault, section.at));
        }
        let Some(strings) = self.sections.get(index(section.word(section::LINK))) else {
            // Where all headers begin.
            let headers_at = self.sections.first().map_or(section.at, |first| first.at);
            return Err(damaged(fault::SECTION, headers_at));
        };
        let names = self.content(strings)?.bytes;
        // Attributes refer to a symbol with 32 bits.
        Ok((0..=u32::MAX).zip(table).map(move |(number, bytes)| {
            let symbol = Symbol {
                index: number,
                at: at.saturating_add(SYMBOL.saturating_mul(index(number))),
                section: u16_at(bytes, 6).unwrap_or_default(),
                name: Name::of(bytes, names),
                figures: [None; 4],
            };
            (symbol, bytes)
        }))
    }

    /// The kernels among the symbols of a section: functions that are entries, and not those of another file.
    pub(super) fn kernels(&self, section: &Section<'_>) -> Result<Vec<Symbol<'a>>, Error> {
        let is_kernel = |(symbol, [_, _, _, _, info, other, ..]): &(Symbol<'_>, &[u8; SYMBOL])| {
            info & 0xf == FUNCTION && other & ENTRY != 0 && symbol.section != 0
        };
        let symbols = self.symbols(section)?.filter(is_kernel);
        Ok(symbols.map(|(symbol, _)| symbol).collect())
    }
}

/// The letter of the first target in a command line, if its number is `sm`.
fn suffix_of_target(note: &[u8], sm: u32) -> Option<Suffix> {
    /// The text that ptxas and nvlink write for every form of the option.
    const OPTION: &[u8] = b"-arch sm_";
    /// More bytes than a command line has.
    const MOST: usize = 1 << 16;
    let mut places = note.windows(OPTION.len()).take(MOST);
    let at = places.position(|text| text == OPTION)?;
    let name = note.get(at..)?.strip_prefix(b"-arch ")?;
    let mut words = name.split(|byte| *byte != b'_' && !byte.is_ascii_alphanumeric());
    let (of, suffix) = target(str::from_utf8(words.next()?).ok()?)?;
    (of == major_minor(sm)).then_some(suffix)
}

/// A target: the compute capability, major and minor, and the letter.
pub(crate) type Target = ((u32, u32), Suffix);

/// The target of this name, such as `sm_90a` or `compute_90a`; `None` if the name has another form.
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
    is_plain.then_some((major_minor(number), suffix))
}

/// A kernel among the symbols.
#[derive(Clone, Copy, Debug)]
pub(super) struct Symbol<'a> {
    pub(super) index: u32,
    /// The byte where it begins.
    pub(super) at: usize,
    /// The section of its code.
    pub(super) section: u16,
    pub(super) name: Name<'a>,
    /// The figures in the attributes of all functions, in the order of `OF_FUNCTIONS` in `image.rs`.
    pub(super) figures: [Option<u32>; 4],
}

impl<'a> Symbol<'a> {
    /// The bytes of its name; all that follow if it does not end. `left` counts the bytes that may still be read.
    pub(super) fn raw_name(&self, left: &mut usize) -> Result<&'a [u8], Error> {
        let name = self.name.raw();
        take(left, name.len(), self.at)?;
        Ok(name)
    }

    /// Its name, which has to be text, and to end.
    pub(super) fn name(&self, left: &mut usize) -> Result<&'a str, Error> {
        if self.section >= RESERVED {
            return Err(damaged(fault::SYMBOL, self.at));
        }
        self.raw_name(left)?;
        self.text()
    }

    /// Its name, whatever it is of.
    pub(super) fn text(&self) -> Result<&'a str, Error> {
        let text = self.name.text();
        text.ok_or_else(|| damaged(fault::NAME, self.at))
    }
}

/// Takes bytes off those that may still be read.
pub(crate) fn take(left: &mut usize, bytes: usize, at: usize) -> Result<(), Error> {
    let after = left.checked_sub(bytes);
    *left = after.ok_or_else(|| damaged("its parts refer to each other too often", at))?;
    Ok(())
}
