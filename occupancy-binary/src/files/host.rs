//! The sections with fat binaries of an object file, a library or a program.

use object::{Object, ObjectSection};

use crate::files::{Damage, ImageError};

/// Sections that have fat binaries: linked, and to be linked (`-rdc=true`). In programs and libraries
/// of Windows, eight letters are left of each name.
///
/// Source: `fatbinary_section.h` of CUDA 12.4; the library cuRAND 10.4 for Windows.
const NAMES: [&[u8]; 4] = [b".nv_fatbin", b"__nv_relfatbin", b".nv_fatb", b"__nv_rel"];

/// Bytes of a section with fat binaries, and where they are in the file.
pub(crate) type Section<'a> = (&'a [u8], usize);

/// The sections with fat binaries, last one first. `base` is where `bytes` are in the file.
pub(crate) fn sections(bytes: &[u8], base: usize) -> Result<Vec<Section<'_>>, ImageError> {
    let damaged = |error: object::Error| ImageError::Host {
        offset: base,
        reason: error.to_string(),
    };
    let file = object::File::parse(bytes).map_err(damaged)?;
    let mut found = Vec::new();
    let mut total = 0_usize;
    for section in file.sections() {
        // A section without a name is not one of them.
        let Ok(name) = section.name_bytes() else {
            continue;
        };
        if !NAMES.contains(&name) {
            continue;
        }
        let content = section.data().map_err(damaged)?;
        let Some((offset, _)) = section.file_range() else {
            continue;
        };
        // Otherwise, a small file could cause the same part to be read again and again.
        total = total.saturating_add(content.len());
        if total > bytes.len() {
            return Err(ImageError::Damaged {
                offset: base,
                damage: Damage::Overlap,
            });
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
pub(crate) fn has_amd_code(bytes: &[u8]) -> bool {
    let Ok(file) = object::File::parse(bytes) else {
        return false;
    };
    file.sections()
        .any(|section| section.name_bytes().is_ok_and(|name| name == AMD))
}
