//! The ELF layout of a cubin: header, sections, symbols.

use super::bytes::{index, part};
use super::work_budget::WorkBudget;
use super::{Abi, CubinError, Fault};
use occupancy_core::__private::{may_be_called, same_at};
use occupancy_core::gpu::Suffix;

/// `EM_CUDA`.
const MACHINE: u16 = 190;
/// Bytes of the file's header, and of a section's.
const HEADER: usize = 64;
const SYMBOL: usize = 24;

pub(super) const SYMBOLS: u32 = 2;
const NOTE: u32 = 7;
pub(super) const NO_BITS: u32 = 8;
/// `SHT_CUDA_INFO`: attributes, `.nv.info`.
pub(super) const ATTRIBUTES: u32 = 0x7000_0000;
/// `SHT_CUDA_SHARED`.
const SHARED: u32 = 0x7000_000a;

/// Whether a section of this kind is known to have its bytes in the file.
///
/// Of NVIDIA's own kinds, those of relocatable files for shared memory (`.nv.shared`, 0x7000_000a) and for
/// variables without a value (`.nv.global`, 0x7000_0007) have none; found with ptxas 12.4 and 13.5.
pub(crate) const fn has_bytes(kind: u32) -> bool {
    match kind {
        0 | NO_BITS => false,
        ATTRIBUTES => true,
        kind => kind < 0x6000_0000,
    }
}

/// An ELF file with a complete header and complete section headers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Elf<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) abi: Abi,
    pub(super) relocatable: bool,
    /// `e_version`: the toolkit in ABI 7.
    pub(super) version: u32,
    pub(super) flags: u32,
    headers: &'a [[u8; HEADER]],
    /// Where they are.
    headers_at: usize,
    names: Part<'a>,
}

/// Some bytes of the file.
///
/// By position: cutting a slice costs the compiler as much as a hundred comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part<'a> {
    pub(super) file: &'a [u8],
    /// The first of them, and the first after them, never beyond the end of the file.
    pub(super) at: usize,
    pub(super) end: usize,
}

/// A section header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Section<'a> {
    header: &'a [u8; HEADER],
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
    entry: [u8; SYMBOL],
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
        let Some(header) = bytes.first_chunk() else {
            return Err(truncated);
        };
        let (class, order) = (header[4], header[5]);
        let (kind, machine) = (half(header, 16), half(header, 18));
        let offset = double_word(header, 40);
        let (entry, count, names) = (half(header, 58), half(header, 60), half(header, 62));
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
        if entry as usize != HEADER {
            return Err(CubinError::malformed(Fault::Header, 58));
        }
        let Some(headers_at) = index(offset) else {
            return Err(CubinError::malformed(Fault::Truncated, 40));
        };
        let Some(headers) = part(bytes, headers_at, HEADER * count as usize) else {
            return Err(CubinError::malformed(Fault::Truncated, 40));
        };
        let (headers, _) = headers.as_chunks();
        let mut elf = Self {
            bytes,
            abi,
            relocatable,
            version: word(header, 20),
            flags: word(header, 48),
            headers,
            headers_at,
            names: Part::EMPTY,
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
    pub(super) const fn section(&self, number: usize) -> Result<Section<'a>, CubinError> {
        if number >= self.headers.len() {
            return Err(CubinError::malformed(Fault::Section, self.headers_at));
        }
        Ok(Section {
            header: &self.headers[number],
            at: self.headers_at + HEADER * number,
        })
    }

    /// The first section from `from` on that states something about kernels: symbols, attributes or
    /// shared memory. If a section is given, only those about it count.
    ///
    /// The compiler goes over all sections here, so this looks only at what distinguishes them.
    pub(super) const fn next_stating(&self, from: usize, about: Option<u16>) -> Option<usize> {
        let headers = self.headers;
        let count = headers.len();
        let (any, [low, high]) = match about {
            Some(section) => (false, section.to_le_bytes()),
            None => (true, [0; 2]),
        };
        let mut number = from;
        while number < count {
            let header = &headers[number];
            if any
                || (header[44] == low && header[45] == high && header[46] == 0 && header[47] == 0)
            {
                // `SHT_PROGBITS`, SYMBOLS, NO_BITS; ATTRIBUTES and `SHT_CUDA_SHARED`, which is
                // 0x7000_000a. Shared memory is the last in a relocatable file, NO_BITS in a final one,
                // and `SHT_PROGBITS` in a file that was assembled without ptxas.
                let is_stating = match header[4] {
                    1 | 2 | 8 => header[7] == 0,
                    0 | 0x0a => header[7] == 0x70,
                    _ => false,
                };
                if is_stating && header[5] == 0 && header[6] == 0 {
                    return Some(number);
                }
            }
            number += 1;
        }
        None
    }

    /// The letter of the target (`sm_90a`), as far as the file records it.
    ///
    /// ABI 7 has a flag for `a`. So has ABI 8, but CUDA 13 sets it only for code that needs it; there the
    /// command line of ptxas or nvlink has the target, in `.note.nv.tkinfo`. Found with ptxas 12.4, 12.9
    /// and 13.5; the flags are `EF_CUDA_ACCELERATORS_V1` and `EF_CUDA_ACCELERATORS` of LLVM's `ELF.h`.
    pub(super) const fn suffix(&self, sm: u32) -> Suffix {
        let flag = match self.abi {
            Abi::Seven => 0x800,
            Abi::Eight => 0x8,
        };
        if self.flags & flag != 0 {
            return Suffix::Architecture;
        }
        let mut number = 0;
        while number < self.headers.len() {
            let section = Section {
                header: &self.headers[number],
                at: 0,
            };
            if section.kind() == NOTE && self.is_named(&section, b".note.nv.tkinfo") {
                return match self.content(&section) {
                    Ok(note) => note.suffix_of_target(sm),
                    Err(_) => Suffix::None,
                };
            }
            number += 1;
        }
        Suffix::None
    }

    /// Whether the linker has shared memory to give to kernels: that of templates, of other functions and
    /// of whole modules is in a section about none of them (`.nv_debug.shared`).
    pub(super) const fn has_shared_memory_to_link(&self) -> bool {
        let mut number = 0;
        while self.relocatable && number < self.headers.len() {
            let section = Section {
                header: &self.headers[number],
                at: 0,
            };
            if section.kind() == SHARED && section.info() == 0 && section.size() > 0 {
                return true;
            }
            number += 1;
        }
        false
    }

    /// The bytes of a section, if it has some in the file.
    pub(super) const fn content(&self, section: &Section<'_>) -> Result<Part<'a>, CubinError> {
        if !has_bytes(section.kind()) {
            return Err(CubinError::malformed(Fault::Section, section.at));
        }
        let len = self.bytes.len() as u64;
        let (at, size) = (section.offset(), section.size());
        if at > len || size > len - at {
            return Err(CubinError::malformed(Fault::Truncated, section.at));
        }
        #[allow(clippy::cast_possible_truncation, reason = "no more than the file has")]
        Ok(Part {
            file: self.bytes,
            at: at as usize,
            end: (at + size) as usize,
        })
    }

    /// Whether the name of a section is `name`.
    pub(super) const fn is_named(&self, section: &Section<'_>, name: &[u8]) -> bool {
        self.names.is_at(section.name(), name, true)
    }

    /// Whether the name of a section begins with `beginning`.
    pub(super) const fn begins(&self, section: &Section<'_>, beginning: &[u8]) -> bool {
        self.names.is_at(section.name(), beginning, false)
    }

    /// The symbols of a section, if it has some.
    pub(super) const fn symbols(&self, section: &Section<'_>) -> Result<Symbols<'a>, CubinError> {
        let table = match self.content(section) {
            Ok(table) => table,
            Err(error) => return Err(error),
        };
        let malformed = Err(CubinError::malformed(Fault::Symbol, section.at));
        let size = table.end - table.at;
        if section.entry_size() != SYMBOL as u64 || !size.is_multiple_of(SYMBOL) {
            return malformed;
        }
        let names = match self.section(section.link() as usize) {
            Ok(names) => match self.content(&names) {
                Ok(names) => names,
                Err(error) => return Err(error),
            },
            Err(error) => return Err(error),
        };
        let Some(symbols) = part(self.bytes, table.at, size) else {
            return malformed;
        };
        let (symbols, _) = symbols.as_chunks();
        // A symbol is referred to by 32 bits.
        if symbols.len() as u64 > u32::MAX as u64 {
            return malformed;
        }
        Ok(Symbols {
            table: symbols,
            at: table.at,
            names,
        })
    }
}

impl Part<'_> {
    /// None.
    const EMPTY: Self = Self {
        file: &[],
        at: 0,
        end: 0,
    };

    /// The letter of the first target of a command line, if its number is `sm`.
    const fn suffix_of_target(&self, sm: u32) -> Suffix {
        /// As ptxas and nvlink write each form of the option.
        const OPTION: &[u8] = b"-arch sm_";
        /// More than a command line has.
        const MOST: u32 = 1 << 16;
        let (file, end) = (self.file, self.end);
        let mut from = 0;
        while !self.is_at(from, OPTION, false) {
            from += 1;
            if from == MOST || from as usize >= end - self.at {
                return Suffix::None;
            }
        }
        let mut at = self.at + from as usize + OPTION.len();
        let mut number = 0_u32;
        while at < end && file[at].is_ascii_digit() {
            number = number
                .saturating_mul(10)
                .saturating_add((file[at] - b'0') as u32);
            at += 1;
        }
        if at >= end || number != sm {
            return Suffix::None;
        }
        match file[at] {
            b'a' => Suffix::Architecture,
            b'f' => Suffix::Family,
            _ => Suffix::None,
        }
    }

    /// Whether `text` is at `from` of this part, and ends there if it is a `whole` name.
    const fn is_at(&self, from: u32, text: &[u8], whole: bool) -> bool {
        let (file, len, mut at) = (self.file, text.len(), self.at);
        let left = self.end - at;
        // With the zero after it.
        if (from as u64 + len as u64 + whole as u64) > left as u64 {
            return false;
        }
        at += from as usize;
        // This byte distinguishes most names.
        if whole && file[at + len] != 0 {
            return false;
        }
        same_at(file, at, at + len, text, 0)
    }
}

impl Section<'_> {
    const fn name(&self) -> u32 {
        word(self.header, 0)
    }

    pub(super) const fn kind(&self) -> u32 {
        word(self.header, 4)
    }

    pub(super) const fn flags(&self) -> u64 {
        double_word(self.header, 8)
    }

    const fn offset(&self) -> u64 {
        double_word(self.header, 24)
    }

    pub(super) const fn size(&self) -> u64 {
        double_word(self.header, 32)
    }

    const fn link(&self) -> u32 {
        word(self.header, 40)
    }

    /// The section that it is about; 0 for none.
    pub(super) const fn info(&self) -> u32 {
        word(self.header, 44)
    }

    const fn entry_size(&self) -> u64 {
        double_word(self.header, 56)
    }
}

impl KernelSymbol {
    /// In the place of one.
    pub(super) const NONE: Self = Self {
        index: 0,
        entry: [0; SYMBOL],
        at: 0,
    };

    const fn name(&self) -> u32 {
        name_in(&self.entry)
    }

    /// The section of its code.
    pub(super) const fn section(&self) -> u16 {
        u16::from_le_bytes([self.entry[6], self.entry[7]])
    }
}

impl<'a> Symbols<'a> {
    /// None.
    pub(super) const EMPTY: Self = Self {
        table: &[],
        at: 0,
        names: Part::EMPTY,
    };

    /// The next symbol from `from` on that is a kernel of this file; if a name is given, only symbols
    /// that [may have it](Self::may_be).
    pub(super) const fn next_kernel(
        &self,
        from: usize,
        name: Option<&[u8]>,
        steps: &mut WorkBudget,
    ) -> Result<Option<KernelSymbol>, CubinError> {
        let table = self.table;
        let count = table.len();
        let (any, name) = match name {
            Some(name) => (false, name),
            None => (true, &[] as &[u8]),
        };
        let mut index = from;
        while index < count {
            let entry = &table[index];
            // A function that is an entry, and not from another file.
            if entry[4] & 0xf == 2
                && entry[5] & 0x10 != 0
                && (entry[6] != 0 || entry[7] != 0)
                && (any || self.may_be(entry, name))
            {
                break;
            }
            index += 1;
        }
        // Never from beyond the end.
        if let Err(error) = steps.take(index - from, self.at) {
            return Err(error);
        }
        if index == count {
            return Ok(None);
        }
        let symbol = KernelSymbol {
            index,
            entry: table[index],
            at: self.at + SYMBOL * index,
        };
        // `SHN_LORESERVE` is 0xff00: numbers from there on are not sections.
        if symbol.entry[7] == 0xff {
            return Err(CubinError::malformed(Fault::Symbol, symbol.at));
        }
        Ok(Some(symbol))
    }

    /// Whether a symbol may have this name, mangled or in the source. The answer is never no if it has it.
    const fn may_be(&self, entry: &[u8; SYMBOL], name: &[u8]) -> bool {
        let Part { file, at, end } = self.names;
        let from = name_in(entry);
        let len = name.len();
        if from as u64 >= (end - at) as u64 {
            return false;
        }
        let at = at + from as usize;
        // The end distinguishes most names.
        if len < end - at && file[at + len] == 0 && self.names.is_at(from, name, true) {
            return true;
        }
        file[at] == b'_' && may_be_called(file, at, end, name)
    }

    /// Whether the name of a symbol is `name`.
    pub(super) const fn is_named(&self, symbol: &KernelSymbol, name: &[u8]) -> bool {
        self.names.is_at(symbol.name(), name, true)
    }

    /// The name of a symbol.
    pub(super) const fn name(
        &self,
        symbol: &KernelSymbol,
        steps: &mut WorkBudget,
    ) -> Result<&'a str, CubinError> {
        let malformed = Err(CubinError::malformed(Fault::Name, symbol.at));
        let (file, end, from) = (self.names.file, self.names.end, symbol.name());
        if from as u64 >= (end - self.names.at) as u64 {
            return malformed;
        }
        let at = self.names.at + from as usize;
        let mut i = at;
        while i < end && file[i] != 0 {
            i += 1;
        }
        let len = i - at;
        if let Err(error) = steps.take(len, symbol.at) {
            return Err(error);
        }
        if i == end || len == 0 {
            return malformed;
        }
        let Some(name) = part(file, at, len) else {
            return malformed;
        };
        match core::str::from_utf8(name) {
            Ok(name) => Ok(name),
            Err(_) => malformed,
        }
    }
}

/// Where the name of a symbol is among the names.
const fn name_in(symbol: &[u8; SYMBOL]) -> u32 {
    u32::from_le_bytes([symbol[0], symbol[1], symbol[2], symbol[3]])
}

/// 16 bits of a header.
const fn half(header: &[u8; HEADER], at: usize) -> u16 {
    u16::from_le_bytes([header[at], header[at + 1]])
}

/// 32 bits of a header.
const fn word(header: &[u8; HEADER], at: usize) -> u32 {
    u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]])
}

/// 64 bits of a header.
const fn double_word(header: &[u8; HEADER], at: usize) -> u64 {
    word(header, at) as u64 | (word(header, at + 4) as u64) << 32
}
