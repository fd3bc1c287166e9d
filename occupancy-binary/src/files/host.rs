//! What contains fat binaries: the sections of object files, libraries and programs.

use object::{Object, ObjectSection};

use super::{damaged, damaged_host};
use crate::error::Error;

/// Sections that have fat binaries: linked, and to be linked (`-rdc=true`). In programs and libraries
/// of Windows, eight letters are left of each name.
///
/// Source: `fatbinary_section.h` of CUDA 12.4; the library cuRAND 10.4 for Windows.
const NAMES: [&[u8]; 4] = [b".nv_fatbin", b"__nv_relfatbin", b".nv_fatb", b"__nv_rel"];

/// The sections with fat binaries, and where they are in the file, in which `bytes` begin at `base`.
pub(super) fn sections(bytes: &[u8], base: usize) -> Result<Vec<(&[u8], usize)>, Error> {
    let damaged_host = |error| damaged_host(base, error);
    let file = object::File::parse(bytes).map_err(damaged_host)?;
    let mut found = Vec::new();
    let mut total = 0_usize;
    for section in file.sections() {
        // A section without a name is not one of them.
        if !section.name_bytes().is_ok_and(|name| NAMES.contains(&name)) {
            continue;
        }
        let content = section.data().map_err(damaged_host)?;
        let Some((offset, _)) = section.file_range() else {
            continue;
        };
        // Otherwise, a small file could cause the same part to be read again and again.
        total = total.saturating_add(content.len());
        if total > bytes.len() {
            return Err(damaged(base, "its sections lie over each other"));
        }
        let offset = usize::try_from(offset).unwrap_or(usize::MAX);
        found.push((content, base.saturating_add(offset)));
    }
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
