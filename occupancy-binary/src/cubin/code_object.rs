//! Code objects of AMD: the metadata of their kernels, and the kernel descriptors as a check of it.
//!
//! Source: LLVM, User Guide for AMDGPU Backend: ELF Code Object, Code Object V5 Metadata, Kernel Descriptor.

use alloc::collections::BTreeMap;

use occupancy_core::Compiled;
use occupancy_core::gpu::Suffix;

use super::elf::{
    Elf, FUNCTION, NOTE, Part, SYMBOLS, Symbol, Target, index, most_read, part, section, take,
    u32_at, u64_at,
};
use super::{Image, damaged, fault};
use crate::error::{Error, ErrorKind};
use crate::prelude::*;

/// `STT_OBJECT`.
const OBJECT: u8 = 1;
/// `SHT_DYNSYM`: symbols of a file without those of `SHT_SYMTAB`, which `strip` removes.
const DYNAMIC_SYMBOLS: u32 = 11;
/// Bytes of a kernel descriptor.
const DESCRIPTOR: usize = 64;
/// `NT_AMDGPU_METADATA`, the type of a note.
const METADATA: u32 = 32;

impl<'a> Image<'a> {
    pub(super) fn of_code_object(bytes: &'a [u8]) -> Result<Self, Error> {
        let elf = Elf::new(bytes)?;
        let mut left = most_read(bytes);
        // Code without it has no kernels: a handler of traps in AMD's own libraries.
        let mut metadata = metadata(&elf, &mut left)?;
        let (os_abi, abi, at) = (elf.os_abi, elf.abi, metadata.at);
        if !matches!((os_abi, abi), (0x40, 1..=4)) {
            let fault =
                format!("a code object of ABI {abi} (OS ABI {os_abi:#04x}), which is not known");
            let help = "ABI 1 to 4 for HSA (0x40) are, of versions 3 to 6: `llvm-readelf --notes` may print its \
                 figures; build it with `-mcode-object-version=6`, or take a later version of this crate";
            return Err(Error::new(ErrorKind::Unsupported, fault, help));
        }
        let (mut target, mut list) = (None, None);
        for _ in 0..take_of(&mut metadata, Kind::Map)? {
            match text(&mut metadata)? {
                "amdhsa.target" => state(&mut target, text(&mut metadata)?, at)?,
                "amdhsa.kernels" => {
                    list = Some(metadata);
                    skip(&mut metadata)?;
                }
                _ => skip(&mut metadata)?,
            }
        }
        let target = match target {
            None if abi == VERSION_3 => of_flags(elf.flags),
            target => target.and_then(of_triple),
        };
        let target = target.ok_or_else(|| damaged(fault::METADATA, at))?;
        let known = symbols(&elf, &mut left)?;
        let (mut described, mut kernels) = (Vec::new(), Vec::new());
        // Without kernels, there may be no list.
        let mut list = list.unwrap_or(Part { bytes: &[0x90], at });
        for number in 0..take_of(&mut list, Kind::Array)? {
            let at = list.at;
            let (symbol, mut own) = kernel(&mut list, target)?;
            let found = symbol.strip_suffix(".kd").zip(known.get(symbol));
            let (name, descriptor) = found.ok_or_else(|| damaged(fault::DESCRIPTOR, at))?;
            check(&elf, descriptor, &own)?;
            own.name = name;
            own.is_relocatable = elf.relocatable;
            // Code that was assembled may have no size.
            let size = known.get(name).and_then(|(_, code)| u64_at(code, 16));
            own.code_bytes = size.filter(|&bytes| bytes > 0);
            described.push(own);
            kernels.push(Symbol {
                index: u32::try_from(number).unwrap_or(u32::MAX),
                name: descriptor.0.name.without(".kd"),
                ..descriptor.0
            });
        }
        Ok(Self {
            elf,
            kernels,
            of_code: Vec::new(),
            target,
            described,
            has_shared_memory_to_link: false,
        })
    }
}

/// The target in the name of a triple, `amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack-`, without its features.
pub fn of_triple(triple: &str) -> Option<Target> {
    let (_, processor) = triple.split_once("-gfx")?;
    let name = processor.split(':').next()?;
    if let Some(version) = name.strip_suffix("-generic") {
        let (major, minor) = version.split_once('-').unwrap_or((version, "0"));
        return Some(((major.parse().ok()?, minor.parse().ok()?), Suffix::Generic));
    }
    // The last two are one digit each.
    let (rest, stepping) = name.split_at_checked(name.len().checked_sub(1)?)?;
    let (major, minor) = rest.split_at_checked(rest.len().checked_sub(1)?)?;
    let stepping = u8::from_str_radix(stepping, 16).ok()?;
    Some((
        (major.parse().ok()?, minor.parse().ok()?),
        Suffix::Stepping(stepping),
    ))
}

/// The ABI of version 3, whose metadata does not have the target.
const VERSION_3: u8 = 1;

/// The targets by their numbers in the flags of the file, as far as they are of the time of version 3.
///
/// Source: LLVM, User Guide for AMDGPU Backend, `EF_AMDGPU_MACH` Values.
const NUMBERED: &str = "600 601 700 701 702 703 704 - 801 802 803 810 900 902 904 906 908 909 90c 1010 1011 1012 \
    1030 1031 1032 1033 602 705 805 1035 1034 90a";
/// The number of the first of them.
const FIRST: u32 = 0x20;

fn of_flags(flags: u32) -> Option<Target> {
    let number = (flags & 0xff).checked_sub(FIRST)?;
    let name = NUMBERED.split(' ').nth(index(number))?;
    of_triple(&format!("-gfx{name}"))
}

/// The note with the metadata.
fn metadata<'a>(elf: &Elf<'a>, left: &mut usize) -> Result<Part<'a>, Error> {
    let mut found = None;
    let sections = elf.sections.iter();
    for section in sections.filter(|it| it.word(section::KIND) == NOTE) {
        let mut notes = elf.content(section)?;
        take(left, notes.bytes.len(), notes.at)?;
        while !notes.bytes.is_empty() {
            let header = bytes(&mut notes, 12)?;
            let [name, size, kind] = [0, 4, 8].map(|at| u32_at(header, at).unwrap_or_default());
            // Both are padded.
            let name = bytes(&mut notes, u64::from(name).next_multiple_of(4))?;
            let at = notes.at;
            let bytes = bytes(&mut notes, u64::from(size).next_multiple_of(4))?;
            if kind == METADATA && name.starts_with(b"AMDGPU\0") {
                state(&mut found, Part { bytes, at }, at)?;
            }
        }
    }
    found.ok_or_else(|| damaged(fault::NO_METADATA, 0))
}

/// A symbol, and its bytes.
type Known<'a> = (Symbol<'a>, &'a [u8]);

/// The functions and the objects among the symbols.
fn symbols<'a>(elf: &Elf<'a>, left: &mut usize) -> Result<BTreeMap<&'a str, Known<'a>>, Error> {
    let mut known = BTreeMap::new();
    for section in &elf.sections {
        if !matches!(section.word(section::KIND), SYMBOLS | DYNAMIC_SYMBOLS) {
            continue;
        }
        take(left, elf.content(section)?.bytes.len(), section.at)?;
        for (symbol, bytes) in elf.symbols(section)? {
            if matches!(bytes[4] & 0xf, FUNCTION | OBJECT) {
                let name = symbol.text()?;
                take(left, name.len(), symbol.at)?;
                known.insert(name, (symbol, bytes.as_slice()));
            }
        }
    }
    Ok(known)
}

/// Checks the figures of a kernel against its descriptor, which is at this symbol.
fn check(elf: &Elf<'_>, (symbol, bytes): &Known<'_>, figures: &Compiled<'_>) -> Result<(), Error> {
    let wrong = |at| damaged(fault::DESCRIPTOR, at);
    let section = elf.sections.get(usize::from(symbol.section));
    let section = section.ok_or_else(|| wrong(symbol.at))?;
    let value = u64_at(bytes, 8).and_then(|it| it.checked_sub(section.long(section::ADDRESS)));
    let (start, content) = (value.map_or(usize::MAX, index), elf.content(section)?);
    let descriptor = part(content.bytes, start, DESCRIPTOR).ok_or_else(|| wrong(symbol.at))?;
    let [shared, scratch, resources] = [0, 4, 48].map(|at| u32_at(descriptor, at));
    let granules = resources.map(|it| (it & 0x3f).saturating_add(1));
    // The compiler may take more than the kernel needs, so that no more wavefronts fit than it was told.
    let vgprs = granules.map(|it| it.saturating_mul(granule(figures)));
    let is_same = figures.static_shared_memory == shared
        && figures.stack.is_none_or(|bytes| Some(bytes) == scratch)
        && figures.vgprs <= vgprs;
    let wrong = || wrong(content.at.saturating_add(start));
    is_same.then_some(()).ok_or_else(wrong)
}

/// VGPRs that a descriptor counts as one.
///
/// Source: LLVM 22, `getVGPREncodingGranule`.
fn granule(figures: &Compiled<'_>) -> u32 {
    let is_wave32 = figures.wavefront_size == Some(32);
    match (figures.compute_capability, figures.suffix) {
        ((9, 4..), _) | ((9, 0), Suffix::Stepping(10)) => 8,
        ((12, 5..), _) if is_wave32 => 16,
        _ if is_wave32 || figures.compute_capability >= (12, 5) => 8,
        _ => 4,
    }
}

/// The name of the descriptor of the next kernel in a list, and the figures of the kernel.
fn kernel<'a>(
    list: &mut Part<'a>,
    (compute_capability, suffix): Target,
) -> Result<(&'a str, Compiled<'a>), Error> {
    let mut own = Compiled::code_object("", compute_capability, suffix);
    let (start, mut symbol, mut required) = (list.at, None, None);
    let (mut threads, mut is_stack_dynamic, mut is_wgp) = (None, None, None);
    for _ in 0..take_of(list, Kind::Map)? {
        let at = list.at;
        let place = match text(list)? {
            ".symbol" => {
                state(&mut symbol, text(list)?, at)?;
                continue;
            }
            ".reqd_workgroup_size" => {
                let dimensions = take_of(list, Kind::Array)?;
                let block = (number(list)?, number(list)?, number(list)?);
                state(&mut required, block, at)?;
                if dimensions != 3 {
                    return Err(damaged(fault::METADATA, at));
                }
                continue;
            }
            ".vgpr_count" => &mut own.vgprs,
            ".agpr_count" => &mut own.agprs,
            ".sgpr_count" => &mut own.sgprs,
            ".vgpr_spill_count" => &mut own.spilled_vgprs,
            ".sgpr_spill_count" => &mut own.spilled_sgprs,
            ".group_segment_fixed_size" => &mut own.static_shared_memory,
            ".private_segment_fixed_size" => &mut own.stack,
            ".kernarg_segment_size" => &mut own.parameter_bytes,
            ".wavefront_size" => &mut own.wavefront_size,
            ".max_flat_workgroup_size" => &mut threads,
            ".uses_dynamic_stack" => &mut is_stack_dynamic,
            ".workgroup_processor_mode" => &mut is_wgp,
            _ => {
                skip(list)?;
                continue;
            }
        };
        state(place, number(list)?, at)?;
    }
    let is_set = |figure: Option<u32>| figure.is_some_and(|it| it != 0);
    if is_set(is_stack_dynamic) {
        own.stack = None;
    }
    own.required_block = required;
    own.max_block = threads.map(|threads| (threads, 1, 1));
    own.workgroup_processor_mode = is_wgp.map(|it| is_set(Some(it)));
    let registers = own.vgprs.zip(own.sgprs).zip(own.wavefront_size);
    let symbol = symbol.filter(|_| registers.is_some());
    Ok((symbol.ok_or_else(|| damaged(fault::METADATA, start))?, own))
}

/// A kind of value of MessagePack.
///
/// Source: MessagePack specification, Formats.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Number,
    Text,
    Array,
    Map,
    /// One that no figure of a kernel has.
    Other,
}

/// Takes a number of bytes.
fn bytes<'a>(from: &mut Part<'a>, count: u64) -> Result<&'a [u8], Error> {
    let split = from.bytes.split_at_checked(index(count));
    let (bytes, rest) = split.ok_or_else(|| damaged(fault::METADATA, from.at))?;
    (from.bytes, from.at) = (rest, from.at.saturating_add(bytes.len()));
    Ok(bytes)
}

/// Takes a number of at most 8 bytes, the most significant first.
fn big_endian(from: &mut Part<'_>, count: u64) -> Result<u64, Error> {
    let bytes = bytes(from, count)?.iter();
    Ok(bytes.fold(0, |number, &byte| number << 8 | u64::from(byte)))
}

/// Takes the beginning of a value: the number itself, or how much of a text or a list follows.
fn value(from: &mut Part<'_>) -> Result<(Kind, u64), Error> {
    let at = from.at;
    let kind = big_endian(from, 1)?;
    // Bytes of the number or the length that follows; sizes double from one kind to the next.
    let mut after = |first: u64| big_endian(from, 1 << (kind & 7).saturating_sub(first & 7));
    Ok(match kind {
        0..0x80 => (Kind::Number, kind),
        0x80..0x90 => (Kind::Map, kind & 0xf),
        0x90..0xa0 => (Kind::Array, kind & 0xf),
        0xa0..0xc0 => (Kind::Text, kind & 0x1f),
        0xc2 | 0xc3 => (Kind::Number, kind & 1),
        0xcc..0xd0 => (Kind::Number, after(0xcc)?),
        0xd0..0xd4 => (Kind::Other, after(0xd0)?),
        0xd9..0xdc => (Kind::Text, after(0xd9)?),
        0xdc | 0xdd => (Kind::Array, big_endian(from, 2 << (kind & 1))?),
        0xde | 0xdf => (Kind::Map, big_endian(from, 2 << (kind & 1))?),
        0xc0 | 0xe0.. => (Kind::Other, 0),
        _ => return Err(damaged(fault::METADATA, at)),
    })
}

/// Takes a value with all that is in it.
fn skip(from: &mut Part<'_>) -> Result<(), Error> {
    let mut left = 1_u64;
    while let Some(rest) = left.checked_sub(1) {
        left = match value(from)? {
            (Kind::Text, length) => bytes(from, length).map(|_| rest)?,
            (Kind::Array, count) => rest.saturating_add(count),
            (Kind::Map, count) => rest.saturating_add(count.saturating_mul(2)),
            _ => rest,
        };
    }
    Ok(())
}

/// Takes the beginning of a value of this kind.
fn take_of(from: &mut Part<'_>, kind: Kind) -> Result<u64, Error> {
    let at = from.at;
    let (found, number) = value(from)?;
    let wanted = (found == kind).then_some(number);
    wanted.ok_or_else(|| damaged(fault::METADATA, at))
}

fn number(from: &mut Part<'_>) -> Result<u32, Error> {
    let at = from.at;
    let number = take_of(from, Kind::Number)?;
    u32::try_from(number).map_err(|_| damaged(fault::METADATA, at))
}

fn text<'a>(from: &mut Part<'a>) -> Result<&'a str, Error> {
    let at = from.at;
    let length = take_of(from, Kind::Text)?;
    str::from_utf8(bytes(from, length)?).map_err(|_| damaged(fault::METADATA, at))
}

/// Sets what is not yet stated.
fn state<T>(place: &mut Option<T>, value: T, at: usize) -> Result<(), Error> {
    match place.replace(value) {
        Some(_) => Err(damaged(fault::CONTRADICTION, at)),
        None => Ok(()),
    }
}
