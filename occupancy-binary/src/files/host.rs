//! What contains fat binaries: archives, and the sections of object files, libraries and programs.

use std::borrow::Cow;

use object::read::archive::{ArchiveFile, ArchiveMemberIterator};
use object::{Object, ObjectSection};

use super::{damaged, damaged_host, fault};
use crate::error::{Error, ErrorKind};

/// The remaining members of an archive.
#[derive(Debug)]
pub(super) struct Members<'a> {
    bytes: &'a [u8],
    left: Option<ArchiveMemberIterator<'a>>,
}

/// One member: its name, its bytes, and where they are in the archive.
type Member<'a> = (Cow<'a, str>, &'a [u8], usize);

impl<'a> Members<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Result<Self, Error> {
        let archive = ArchiveFile::parse(bytes).map_err(|error| damaged_host(0, error))?;
        if archive.is_thin() {
            return Err(Error::new(
                ErrorKind::Unsupported,
                "the archive is thin: its members are files of their own",
                "give those files, or make it with `ar` and no `T`",
            ));
        }
        let left = Some(archive.members());
        Ok(Self { bytes, left })
    }

    pub(super) fn next(&mut self) -> Option<Result<Member<'a>, Error>> {
        let next = self.left.as_mut()?.next()?.and_then(|member| {
            let content = member.data(self.bytes)?;
            let (offset, _) = member.file_range();
            let offset = usize::try_from(offset).unwrap_or(usize::MAX);
            Ok((String::from_utf8_lossy(member.name()), content, offset))
        });
        if next.is_err() {
            // The beginning of the next one is unknown.
            self.left = None;
        }
        Some(next.map_err(|error| damaged_host(0, error)))
    }
}

/// Sections that have fat binaries: linked, and to be linked (`-rdc=true`). In programs and libraries
/// of Windows, eight letters are left of each name.
///
/// Source: `fatbinary_section.h` of CUDA 12.4; the library cuRAND 10.4 for Windows.
const NAMES: [&[u8]; 4] = [b".nv_fatbin", b"__nv_relfatbin", b".nv_fatb", b"__nv_rel"];

/// Bytes of a section with fat binaries, and where they are in the file.
pub(super) type Section<'a> = (&'a [u8], usize);

/// The sections with fat binaries, last one first. `base` is where `bytes` are in the file.
pub(super) fn sections(bytes: &[u8], base: usize) -> Result<Vec<Section<'_>>, Error> {
    let file = object::File::parse(bytes).map_err(|error| damaged_host(base, error))?;
    let mut found = Vec::new();
    let mut total = 0_usize;
    for section in file.sections() {
        // A section without a name is not one of them.
        if !section.name_bytes().is_ok_and(|name| NAMES.contains(&name)) {
            continue;
        }
        let content = section.data().map_err(|error| damaged_host(base, error))?;
        let Some((offset, _)) = section.file_range() else {
            continue;
        };
        // Otherwise, a small file could cause the same part to be read again and again.
        total = total.saturating_add(content.len());
        if total > bytes.len() {
            return Err(damaged(base, fault::OVERLAP));
        }
        let offset = usize::try_from(offset).unwrap_or(usize::MAX);
        found.push((content, base.saturating_add(offset)));
    }
    found.reverse();
    Ok(found)
}

/// Where compilers of HIP put GPU code.
///
/// Source: clang, `CGCUDANV.cpp`; the libraries of bitsandbytes 0.50 for ROCm.
const AMD: &[u8] = b".hip_fatbin";

/// Whether it has a section for GPU code of AMD.
pub(super) fn has_amd_code(bytes: &[u8]) -> bool {
    object::File::parse(bytes).is_ok_and(|file| {
        let mut sections = file.sections();
        sections.any(|section| section.name_bytes().is_ok_and(|name| name == AMD))
    })
}
