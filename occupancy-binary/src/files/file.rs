//! A file and what it has.

use std::vec;

use object::Object;

use super::entries::Walk;
use super::{FileKind, extent};
use crate::cubin::Entry;
use crate::error::{Error, ErrorKind};

/// A file with kernels.
///
/// ```
/// use occupancy_binary::{File, FileKind};
///
/// let file = File::new(include_bytes!("../../fixtures/libkernels.a"))?;
/// assert_eq!(file.kind(), FileKind::Archive);
/// let first = file.entries().next().unwrap()?;
/// assert_eq!(first.member.as_deref(), Some("saxpy.o"));
/// assert_eq!(first.compute_capability, (9, 0));
/// # Ok::<(), occupancy_binary::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct File<'a> {
    bytes: &'a [u8],
    kind: FileKind,
}

impl<'a> File<'a> {
    /// The file with these bytes. It looks only at the first of them.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::UnknownFormat`] if the file is not of a kind that has kernels, or has no bytes, and
    /// [`ErrorKind::Truncated`] if it has less than a header.
    pub fn new(bytes: &'a [u8]) -> Result<Self, Error> {
        let (fault, help) = match FileKind::of(bytes) {
            Some(kind) => return Ok(Self { bytes, kind }),
            None if bytes.is_empty() => ("the file is empty", "build or copy it anew"),
            None => (
                "not a file with GPU kernels",
                "those are cubins, fat binaries, PTX, and object files, libraries and archives that nvcc made \
                 for Linux or Windows",
            ),
        };
        let unknown = || Error::new(ErrorKind::UnknownFormat, fault, help);
        Err(extent::opening(bytes).unwrap_or_else(unknown))
    }

    /// What the file is.
    pub fn kind(&self) -> FileKind {
        self.kind
    }

    /// Every piece of machine code and of PTX in the file, in order. A damaged one gives an error, and
    /// the pieces after it follow as far as they can be found. A file that was cut off begins with
    /// [`ErrorKind::Truncated`], and the pieces that are left follow.
    ///
    /// A library without kernels has no entries.
    pub fn entries(&self) -> vec::IntoIter<Result<Entry<'a>, Error>> {
        let mut walk = Walk::default();
        walk.open(self.bytes, self.kind, 0);
        walk.found.into_iter()
    }

    /// Whether it is a library, a program or an object file with GPU code of AMD, which has no entries.
    pub fn has_amd_code(&self) -> bool {
        /// Where compilers of HIP put GPU code.
        ///
        /// Source: clang, `CGCUDANV.cpp`; the libraries of bitsandbytes 0.50 for ROCm.
        const SECTION: &[u8] = b".hip_fatbin";
        self.kind == FileKind::Elf
            && object::File::parse(self.bytes)
                .is_ok_and(|file| file.section_by_name_bytes(SECTION).is_some())
    }
}
