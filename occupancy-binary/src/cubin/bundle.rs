//! Offload bundles of clang: code objects of AMD for several targets in one file, compressed or not.
//!
//! Sources: Clang Offload Bundler, Bundled Binary File Layout; LLVM's `OffloadBundle.cpp`, `CompressedOffloadBundle`.

use core::ops::Range;

use super::code_object::of_triple;
use super::elf::{index, part, u16_at, u32_at, u64_at};
use super::fatbin::{Compression, Entry, EntryKind};
use super::{damaged, fault};
use crate::error::{Error, ErrorKind};
use crate::prelude::*;

/// The letters that a bundle begins with.
pub(crate) const MAGIC: &[u8] = b"__CLANG_OFFLOAD_BUNDLE__";
/// Those of a compressed one.
pub(crate) const COMPRESSED: &[u8] = b"CCOB";
/// The byte at which the list of a bundle begins, behind the number of its code objects.
const LIST: usize = 32;
/// Bytes of a code object's place, size and length of name.
const LISTED: usize = 24;
/// Bundles begin at multiples of it, as compilers align the section for them.
///
/// Source: clang, `HIPUtility.cpp`, `HIPCodeObjectAlign`.
const ALIGNMENT: usize = 4096;

/// Letters of the longest features of a target, `:sramecc+:xnack-`.
const FEATURES: usize = 16;

/// Returns `true` if a file begins like a bundle.
pub(crate) fn is_bundle(file: &[u8]) -> bool {
    file.starts_with(MAGIC) || file.starts_with(COMPRESSED)
}

/// The code objects of all bundles of a file in their order. `unpack` returns the beginning of a compressed one.
///
/// Each error has the byte of its bundle.
pub(crate) fn entries<'a>(
    file: &'a [u8],
    unpack: impl Fn(&Entry<'a>) -> Result<Vec<u8>, Error>,
) -> Vec<Result<Entry<'a>, (usize, Error)>> {
    let (mut found, mut end) = (Vec::new(), 0);
    loop {
        let whole = match next(file, &mut end) {
            Ok(Some(whole)) => whole,
            Ok(None) => return found,
            Err(error) => {
                found.push(Err((error.offset().unwrap_or(0), error.of_amd())));
                return found;
            }
        };
        let parts = match whole.compression {
            None => parts(whole.payload, &whole),
            Some(_) => unpack(&whole).and_then(|head| parts(&head, &whole)),
        };
        match parts {
            Ok(parts) => found.extend(parts.into_iter().map(Ok)),
            Err(error) => found.push(Err((whole.offset, error.of_amd()))),
        }
    }
}

/// The next bundle after `end`, as an entry of another kind; `None` if there is none. `end` becomes the least byte at
/// which it can end, by as much of its headers as there is.
pub(crate) fn next<'a>(file: &'a [u8], end: &mut usize) -> Result<Option<Entry<'a>>, Error> {
    let rest = file.get(*end..).unwrap_or_default();
    let zeros = rest.iter().take_while(|&&byte| byte == 0).count();
    let rest = rest.get(zeros..).unwrap_or_default();
    let at = end.saturating_add(zeros);
    if rest.is_empty() {
        return Ok(None);
    }
    if !at.is_multiple_of(ALIGNMENT) || !is_bundle(rest) {
        return Err(damaged(fault::BUNDLE, at));
    }
    let mut stated = 0;
    let whole = if rest.starts_with(MAGIC) {
        list(rest, &mut stated).map(|_| (0, None, stated as u64))
    } else {
        compressed(rest, &mut stated).map_err(|error| error.at(at))?
    };
    *end = at.saturating_add(stated);
    let payload = whole.and_then(|(start, ..)| rest.get(start..stated));
    let whole = whole.zip(payload);
    let ((_, compression, unpacked), payload) =
        whole.ok_or_else(|| damaged(fault::TRUNCATED, at))?;
    Ok(Some(Entry {
        compression,
        unpacked,
        size: unpacked,
        ..Entry::new(payload, at)
    }))
}

/// The header of a compressed bundle: its size, how it is compressed, and bytes of it when unpacked; `None` if the file
/// ends in it. `end` becomes the byte at which the bundle ends.
fn compressed(
    file: &[u8],
    end: &mut usize,
) -> Result<Option<(usize, Option<Compression>, u64)>, Error> {
    let word = |at| u32_at(file, at).map(u64::from);
    let half = |at| u16_at(file, at).unwrap_or_default();
    let (version, method) = (half(4), half(6));
    // Version 1 does not state the size: it is the last one.
    let (header, whole, unpacked) = match version {
        1 => (20, Some(file.len() as u64), word(8)),
        2 => (24, word(8), word(12)),
        _ => (32, u64_at(file, 8), u64_at(file, 16)),
    };
    *end = whole.map_or(header, |whole| index(whole).max(header));
    let Some(unpacked) = unpacked.filter(|_| file.len() >= header) else {
        return Ok(None);
    };
    let compression = match (version, method) {
        (1..=3, 0) => Compression::Zlib,
        (1..=3, 1) => Compression::Zstandard,
        _ => {
            let fault = format!(
                "a compressed bundle of version {version} and method {method}, which are not known"
            );
            let help = "versions 1 to 3 with zlib (0) or Zstandard (1) are: build it with `--no-offload-compress`, \
                 or take a later version of this crate";
            return Err(Error::new(ErrorKind::Unsupported, fault, help));
        }
    };
    Ok(Some((header, Some(compression), unpacked)))
}

/// The places in a bundle with their names; `None` if the list ends in the middle. `end` becomes the least byte at which
/// the bundle can end.
fn list<'h>(head: &'h [u8], end: &mut usize) -> Option<Vec<(Range<u64>, &'h [u8])>> {
    *end = LIST;
    let count = u64_at(head, MAGIC.len())?;
    let (mut listed, mut at, mut furthest) = (Vec::new(), LIST, 0);
    for _ in 0..count {
        let name = at.saturating_add(LISTED);
        *end = name;
        let entry = part(head, at, LISTED)?;
        let field = |at| u64_at(entry, at).unwrap_or_default();
        let (start, size, length) = (field(0), field(8), index(field(16)));
        at = name.saturating_add(length);
        *end = at;
        listed.push((start..start.saturating_add(size), part(head, name, length)?));
        if size > 0 {
            furthest = start.saturating_add(size).max(furthest);
        }
    }
    *end = at.max(index(furthest));
    Some(listed)
}

/// The code objects of a bundle that has these bytes at its beginning.
fn parts<'a>(head: &[u8], whole: &Entry<'a>) -> Result<Vec<Entry<'a>>, Error> {
    let wrong = || damaged(fault::BUNDLE, whole.offset);
    let listed = list(head, &mut 0).filter(|_| head.starts_with(MAGIC));
    let (mut found, mut left) = (Vec::new(), whole.unpacked);
    for (place, name) in listed.ok_or_else(wrong)? {
        if name.is_empty() {
            return Err(wrong());
        }
        let size = place.end.saturating_sub(place.start);
        if size == 0 || name.starts_with(b"host-") {
            continue;
        }
        // Otherwise, a small file could cause the same part to be read again and again.
        let after = left
            .checked_sub(size)
            .filter(|_| place.end <= whole.unpacked);
        left = after.ok_or_else(wrong)?;
        let mut entry = whole.clone();
        entry.size = size;
        // Others are for SPIR-V, or for no GPU of AMD.
        let name = str::from_utf8(name).map_err(|_| wrong())?;
        if let Some((_, processor)) = name.split_once("amdgcn-amd-amdhsa")
            && let Some(target) = of_triple(processor)
        {
            entry.kind = EntryKind::CodeObject;
            (entry.compute_capability, entry.suffix) = target;
            let features = processor.find(':').and_then(|at| processor.get(at..));
            let features = features.filter(|it| it.len() <= FEATURES);
            features.unwrap_or_default().clone_into(&mut entry.features);
        }
        if whole.compression.is_some() {
            entry.part = Some(place);
        } else {
            let start = index(place.start);
            entry.payload = part(whole.payload, start, index(size)).ok_or_else(wrong)?;
            entry.offset = whole.offset.saturating_add(start);
            entry.unpacked = size;
        }
        found.push(entry);
    }
    Ok(found)
}
