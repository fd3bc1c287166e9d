//! The ELF layout of a cubin: header, sections, symbols.

use super::bytes::{index, part, u16_at, u32_at, u64_at, widened};
use super::steps::Steps;
use super::{Abi, CubinError, Fault};

/// `EM_CUDA`.
const MACHINE: u16 = 190;
const HEADER: usize = 64;
const SECTION: usize = 64;
const SYMBOL: usize = 24;
/// `SHN_LORESERVE`: from here on a number is no section.
const RESERVED: u16 = 0xff00;

pub(super) const SYMBOLS: u32 = 2;
pub(super) const NO_BITS: u32 = 8;
/// `SHT_CUDA_INFO`: attributes, `.nv.info`.
pub(super) const ATTRIBUTES: u32 = 0x7000_0000;

/// An ELF file whose header and section headers are all there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Elf<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) abi: Abi,
    pub(super) relocatable: bool,
    /// `e_version`: the toolkit in ABI 7.
    pub(super) version: u32,
    pub(super) flags: u32,
    headers: &'a [[u8; SECTION]],
    /// Where they are.
    headers_at: usize,
    names: Part<'a>,
}

/// Some bytes of the file, and where they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
}

/// A section header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Section {
    name: u32,
    pub(super) kind: u32,
    pub(super) flags: u64,
    offset: u64,
    pub(super) size: u64,
    pub(super) link: u32,
    pub(super) info: u32,
    entry_size: u64,
    /// Where the header is.
    pub(super) at: usize,
}

/// The symbol table and the names of its symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Symbols<'a> {
    table: &'a [[u8; SYMBOL]],
    /// Where it is.
    at: usize,
    names: Part<'a>,
}

/// A kernel among the symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KernelSymbol {
    pub(super) index: usize,
    name: u32,
    /// The section of its code.
    pub(super) section: u16,
    pub(super) at: usize,
}

impl<'a> Elf<'a> {
    pub(super) const fn is(bytes: &[u8]) -> bool {
        matches!(bytes, [0x7f, b'E', b'L', b'F', ..])
    }

    pub(super) const fn new(bytes: &'a [u8]) -> Result<Self, CubinError> {
        let truncated = CubinError::malformed(Fault::Truncated, bytes.len());
        if !Self::is(bytes) {
            return Err(CubinError::NotCubin);
        }
        let Some(header) = part(bytes, 0, HEADER) else {
            return Err(truncated);
        };
        let (class, order) = (header[4], header[5]);
        let (Some(kind), Some(machine), Some(version), Some(offset), Some(flags)) = (
            u16_at(header, 16),
            u16_at(header, 18),
            u32_at(header, 20),
            u64_at(header, 40),
            u32_at(header, 48),
        ) else {
            return Err(truncated);
        };
        let (Some(entry), Some(count), Some(names)) =
            (u16_at(header, 58), u16_at(header, 60), u16_at(header, 62))
        else {
            return Err(truncated);
        };
        // 64 bits, little-endian.
        if class != 2 || order != 1 || machine != MACHINE {
            return Err(CubinError::NotCubin);
        }
        let abi = match (header[7], header[8]) {
            (0x33, 7) => Abi::Seven,
            (0x41, 8) => Abi::Eight,
            (os_abi, version) => return Err(CubinError::UnknownAbi { os_abi, version }),
        };
        let relocatable = match kind {
            1 => true,
            2 => false,
            _ => return Err(CubinError::malformed(Fault::Header, 16)),
        };
        if entry as usize != SECTION {
            return Err(CubinError::malformed(Fault::Header, 58));
        }
        let Some(headers_at) = index(offset) else {
            return Err(CubinError::malformed(Fault::Truncated, 40));
        };
        let Some(headers) = part(bytes, headers_at, SECTION * count as usize) else {
            return Err(CubinError::malformed(Fault::Truncated, 40));
        };
        let (headers, _) = headers.as_chunks();
        let mut elf = Self {
            bytes,
            abi,
            relocatable,
            version,
            flags,
            headers,
            headers_at,
            names: Part { bytes: &[], at: 0 },
        };
        elf.names = match elf.section(names as usize) {
            Ok(section) => match elf.content(&section) {
                Ok(names) => names,
                Err(error) => return Err(error),
            },
            Err(_) => return Err(CubinError::malformed(Fault::Header, 62)),
        };
        Ok(elf)
    }

    pub(super) const fn section_count(&self) -> usize {
        self.headers.len()
    }

    /// The section with this number.
    pub(super) const fn section(&self, number: usize) -> Result<Section, CubinError> {
        if number >= self.headers.len() {
            return Err(CubinError::malformed(Fault::Section, self.headers_at));
        }
        let header = &self.headers[number];
        let at = self.headers_at + SECTION * number;
        match (
            u32_at(header, 0),
            u32_at(header, 4),
            u64_at(header, 8),
            u64_at(header, 24),
            u64_at(header, 32),
            u32_at(header, 40),
            u32_at(header, 44),
            u64_at(header, 56),
        ) {
            (
                Some(name),
                Some(kind),
                Some(flags),
                Some(offset),
                Some(size),
                Some(link),
                Some(info),
                Some(entry_size),
            ) => Ok(Section {
                name,
                kind,
                flags,
                offset,
                size,
                link,
                info,
                entry_size,
                at,
            }),
            _ => Err(CubinError::malformed(Fault::Truncated, at)),
        }
    }

    /// The first section from `from` on that states something of kernels, one of symbols, attributes
    /// or shared memory; where a section is given, only of those that are about it.
    ///
    /// The compiler goes over all sections here, so only what sets them apart is looked at.
    pub(super) const fn next_stating(&self, from: usize, about: Option<u16>) -> Option<usize> {
        let mut number = from;
        let [low, high] = match about {
            Some(section) => section.to_le_bytes(),
            None => [0; 2],
        };
        while number < self.headers.len() {
            let header = &self.headers[number];
            if about.is_some()
                && (header[44] != low || header[45] != high || header[46] != 0 || header[47] != 0)
            {
                number += 1;
                continue;
            }
            // `SHT_PROGBITS`, SYMBOLS, NO_BITS; ATTRIBUTES and `SHT_CUDA_SHARED`, which is 0x7000_000a.
            // Shared memory is the last in a relocatable file, NO_BITS in a final one, and `SHT_PROGBITS`
            // in what was assembled without ptxas.
            let is_stating = match header[4] {
                1 | 2 | 8 => header[5] == 0 && header[6] == 0 && header[7] == 0,
                0 | 0x0a => header[5] == 0 && header[6] == 0 && header[7] == 0x70,
                _ => false,
            };
            if is_stating {
                return Some(number);
            }
            number += 1;
        }
        None
    }

    /// Which section the one with this number is about; 0 for none.
    pub(super) const fn info_of(&self, number: usize) -> u32 {
        if number >= self.headers.len() {
            return 0;
        }
        let header = &self.headers[number];
        u32::from_le_bytes([header[44], header[45], header[46], header[47]])
    }

    /// The bytes of a section that has some in the file.
    pub(super) const fn content(&self, section: &Section) -> Result<Part<'a>, CubinError> {
        let malformed = CubinError::malformed(Fault::Truncated, section.at);
        if section.kind == NO_BITS {
            return Err(CubinError::malformed(Fault::Section, section.at));
        }
        match (index(section.offset), index(section.size)) {
            (Some(at), Some(len)) => match part(self.bytes, at, len) {
                Some(bytes) => Ok(Part { bytes, at }),
                None => Err(malformed),
            },
            _ => Err(malformed),
        }
    }

    /// Whether the name of a section is `name`.
    pub(super) const fn is_named(&self, section: &Section, name: &[u8]) -> bool {
        is_at(self.names.bytes, widened(section.name), name, true)
    }

    /// Whether the name of a section begins with `beginning`.
    pub(super) const fn begins(&self, section: &Section, beginning: &[u8]) -> bool {
        is_at(self.names.bytes, widened(section.name), beginning, false)
    }

    /// The symbols of a section that has them.
    pub(super) const fn symbols(&self, section: &Section) -> Result<Symbols<'a>, CubinError> {
        let table = match self.content(section) {
            Ok(table) => table,
            Err(error) => return Err(error),
        };
        if section.entry_size != SYMBOL as u64 || !table.bytes.len().is_multiple_of(SYMBOL) {
            return Err(CubinError::malformed(Fault::Symbol, section.at));
        }
        let names = match self.section(widened(section.link)) {
            Ok(names) => match self.content(&names) {
                Ok(names) => names,
                Err(error) => return Err(error),
            },
            Err(error) => return Err(error),
        };
        let (symbols, _) = table.bytes.as_chunks();
        // A symbol is referred to by 32 bits.
        if symbols.len() as u64 > u32::MAX as u64 {
            return Err(CubinError::malformed(Fault::Symbol, section.at));
        }
        Ok(Symbols {
            table: symbols,
            at: table.at,
            names,
        })
    }
}

impl KernelSymbol {
    /// In the place of one.
    pub(super) const NONE: Self = Self {
        index: 0,
        name: 0,
        section: 0,
        at: 0,
    };
}

impl<'a> Symbols<'a> {
    /// None.
    pub(super) const EMPTY: Self = Self {
        table: &[],
        at: 0,
        names: Part { bytes: &[], at: 0 },
    };

    /// The next symbol from `from` on that is a kernel of this file.
    pub(super) const fn next_kernel(
        &self,
        from: usize,
        steps: &mut Steps,
    ) -> Result<Option<KernelSymbol>, CubinError> {
        let mut number = from;
        let mut found = None;
        while number < self.table.len() {
            let symbol = &self.table[number];
            number += 1;
            // A function that is an entry, and not one of another file.
            if symbol[4] & 0xf == 2 && symbol[5] & 0x10 != 0 && (symbol[6] != 0 || symbol[7] != 0) {
                found = Some(KernelSymbol {
                    index: number - 1,
                    name: u32::from_le_bytes([symbol[0], symbol[1], symbol[2], symbol[3]]),
                    section: u16::from_le_bytes([symbol[6], symbol[7]]),
                    at: self.at + SYMBOL * (number - 1),
                });
                break;
            }
        }
        if let Err(error) = steps.take(number.saturating_sub(from), self.at) {
            return Err(error);
        }
        match found {
            Some(symbol) if symbol.section >= RESERVED => {
                Err(CubinError::malformed(Fault::Symbol, symbol.at))
            }
            found => Ok(found),
        }
    }

    /// Whether the name of a symbol is `name`.
    pub(super) const fn is_named(&self, symbol: &KernelSymbol, name: &str) -> bool {
        is_at(
            self.names.bytes,
            widened(symbol.name),
            name.as_bytes(),
            true,
        )
    }

    /// Whether the name of a symbol is mangled.
    pub(super) const fn is_mangled(&self, symbol: &KernelSymbol) -> bool {
        is_at(self.names.bytes, widened(symbol.name), b"_Z", false)
    }

    /// The name of a symbol.
    pub(super) const fn name(
        &self,
        symbol: &KernelSymbol,
        steps: &mut Steps,
    ) -> Result<&'a str, CubinError> {
        let malformed = CubinError::malformed(Fault::Name, symbol.at);
        let Some((_, rest)) = self.names.bytes.split_at_checked(widened(symbol.name)) else {
            return Err(malformed);
        };
        let mut len = 0;
        while len < rest.len() && rest[len] != 0 {
            len += 1;
        }
        if let Err(error) = steps.take(len, symbol.at) {
            return Err(error);
        }
        if len == rest.len() || len == 0 {
            return Err(malformed);
        }
        let (name, _) = rest.split_at(len);
        match core::str::from_utf8(name) {
            Ok(name) => Ok(name),
            Err(_) => Err(malformed),
        }
    }
}

/// Whether `text` is at `at`, and where it is a `whole` name, ends there.
const fn is_at(names: &[u8], at: usize, text: &[u8], whole: bool) -> bool {
    // With the zero after it.
    let len = text.len() + whole as usize;
    if names.len() < len || at > names.len() - len {
        return false;
    }
    let mut i = 0;
    while i < text.len() {
        if names[at + i] != text[i] {
            return false;
        }
        i += 1;
    }
    !whole || names[at + i] == 0
}
