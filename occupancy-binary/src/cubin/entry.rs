//! One piece of machine code or of PTX in a file.

use alloc::borrow::Cow;
use core::ops::Range;

use occupancy_core::gpu::Suffix;

use super::Image;
use super::fault::not_cubin;
use crate::error::{Error, ErrorKind};

/// What an entry holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EntryKind {
    /// A cubin: machine code.
    Cubin,
    /// PTX text.
    Ptx,
    /// Anything else, by its number in the fat binary; it has no known kernels.
    Other(u16),
}

/// How an entry is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[doc(hidden)]
pub enum Compression {
    /// An LZ4 block.
    Lz4,
    /// A Zstandard frame.
    Zstandard,
}

/// One piece of machine code or of PTX in a file, not unpacked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry<'a> {
    /// The member of the archive that it is in.
    pub member: Option<Cow<'a, str>>,
    /// What it holds.
    pub kind: EntryKind,
    /// The compute capability that it is for: major and minor.
    pub compute_capability: (u32, u32),
    /// The letter of `sm_90a` or `sm_100f`, as a fat binary, a cubin or PTX states it.
    pub suffix: Suffix,
    /// How it is compressed, if it is.
    pub compression: Option<Compression>,
    /// Bytes that it has when unpacked, as the file states them; with padding if it is not compressed.
    pub size: u64,
    /// Where it begins in the file: its header in a fat binary.
    pub offset: usize,
    /// Its bytes as they are in the file; for a part, those of all parts together.
    pub payload: &'a [u8],
    /// Bytes that the payload has once it is unpacked.
    pub unpacked: u64,
    /// Where in the unpacked payload it is, if nvcc's `--concat` put several together.
    pub part: Option<Range<u64>>,
}

impl<'a> Entry<'a> {
    /// An entry that is not compressed, of nothing yet.
    pub(crate) fn new(payload: &'a [u8], offset: usize) -> Self {
        let size = payload.len() as u64;
        Self {
            member: None,
            kind: EntryKind::Other(0),
            compute_capability: (0, 0),
            suffix: Suffix::None,
            compression: None,
            size,
            offset,
            payload,
            unpacked: size,
            part: None,
        }
    }

    /// The cubin in these bytes.
    pub(crate) fn of_cubin(image: &Image<'_>, bytes: &'a [u8], offset: usize) -> Self {
        Self {
            kind: EntryKind::Cubin,
            compute_capability: image.compute_capability(),
            suffix: image.suffix(),
            ..Self::new(bytes, offset)
        }
    }

    /// Whether it holds machine code.
    pub fn is_machine_code(&self) -> bool {
        self.kind == EntryKind::Cubin
    }

    /// The cubin that it holds, where nothing has to be unpacked.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Compressed`] if it is compressed; [`ErrorKind::UnknownFormat`] if it holds something
    /// else; and the errors of [`Image::new`].
    #[doc(hidden)]
    pub fn image(&self) -> Result<Image<'a>, Error> {
        if !self.is_machine_code() {
            return Err(not_cubin());
        }
        if self.compression.is_none() && self.part.is_none() {
            return Image::new(self.payload);
        }
        let (major, minor) = self.compute_capability;
        Err(Error::new(
            ErrorKind::Compressed,
            format!("the image for compute capability {major}.{minor} is compressed"),
            "compile with `nvcc --no-compress`, or take the cubin of `nvcc -cubin`",
        ))
    }
}

/// An error of what begins at this byte of a file, if it is one of many.
pub(crate) fn of_entry(offset: impl Into<Option<usize>>, error: Error) -> Error {
    let Some(offset) = offset.into() else {
        return error;
    };
    let what = match error.kind() {
        ErrorKind::InvalidPtx => "the PTX ",
        _ => "",
    };
    error.of(format_args!("{what}at byte {offset}")).at(offset)
}
