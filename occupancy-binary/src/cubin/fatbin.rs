//! Fat binaries: machine code for several GPUs, and PTX, in one file.

use super::bytes::{index, part, u16_at, u32_at, u64_at, widened};
use super::{CubinError, Fault, Image};
use occupancy_core::gpu::Suffix;

const MAGIC: u32 = 0xba55_ed50;
const HEADER: usize = 16;
/// The part of an entry that is read; extensions may follow.
const ENTRY: usize = 64;

const LZ4: u64 = 0x2000;
const ZSTANDARD: u64 = 0x8000;
const ARCHITECTURE: u64 = 0x10_0000;
const FAMILY: u64 = 0x20_0000;

/// What the flags of an entry state about its target.
const fn suffix(flags: u64) -> Suffix {
    if flags & ARCHITECTURE != 0 {
        Suffix::Architecture
    } else if flags & FAMILY != 0 {
        Suffix::Family
    } else {
        Suffix::None
    }
}

/// What an entry of a fat binary holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[doc(hidden)]
pub enum FatbinKind {
    /// PTX text.
    Ptx,
    /// A cubin: machine code.
    Cubin,
    /// Several cubins in one compressed block: nvcc's `--concat`.
    Concatenated,
    /// Anything else, by its number.
    Other(u16),
}

impl FatbinKind {
    const fn of(kind: u16) -> Self {
        match kind {
            1 => Self::Ptx,
            2 => Self::Cubin,
            0x100 => Self::Concatenated,
            kind => Self::Other(kind),
        }
    }
}

/// How the payload of an entry is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[doc(hidden)]
pub enum Compression {
    /// An LZ4 block.
    Lz4,
    /// A Zstandard frame.
    Zstandard,
}

/// One entry of a fat binary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[doc(hidden)]
pub struct FatbinEntry<'a> {
    /// What it holds.
    pub kind: FatbinKind,
    /// The compute capability that it is for: major and minor.
    pub compute_capability: (u32, u32),
    /// `a` or `f`, as in `sm_90a` and `sm_100f`, if the compiler stated it.
    pub suffix: Suffix,
    /// How the payload is compressed, if it is.
    pub compression: Option<Compression>,
    /// Bytes of the payload once it is decompressed, as the file states them; 0 if it is not
    /// compressed.
    pub uncompressed_size: u64,
    /// The payload: PTX may have zeros after it.
    pub payload: &'a [u8],
    /// The header with its extensions.
    pub header: &'a [u8],
    /// Where the header is in the file.
    pub offset: usize,
}

impl<'a> FatbinEntry<'a> {
    /// The images of a [concatenated](FatbinKind::Concatenated) entry; none for other entries.
    pub const fn parts(&self) -> FatbinParts<'a> {
        FatbinParts::new(self)
    }

    /// The cubin that it holds.
    ///
    /// # Errors
    ///
    /// [`CubinError::Compressed`] if it is compressed; [`CubinError::NotCubin`] if it holds something
    /// else; and the errors of [`Image::new`].
    pub const fn image(&self) -> Result<Image<'a>, CubinError> {
        if self.compression.is_some() || matches!(self.kind, FatbinKind::Concatenated) {
            return Err(CubinError::Compressed {
                compute_capability: self.compute_capability,
            });
        }
        match Image::new(self.payload) {
            Ok(image) if matches!(self.kind, FatbinKind::Cubin) => Ok(image),
            Ok(_) => Err(CubinError::NotCubin),
            Err(error) => Err(error),
        }
    }
}

/// One image of a [concatenated](FatbinKind::Concatenated) entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[doc(hidden)]
pub struct FatbinPart {
    /// What it is.
    pub kind: FatbinKind,
    /// The compute capability that it is for: major and minor.
    pub compute_capability: (u32, u32),
    /// `a` or `f`, as in `sm_90a` and `sm_100f`, if the compiler stated it.
    pub suffix: Suffix,
    /// Its offset in the decompressed payload, bytes.
    pub offset: u32,
    /// Its bytes.
    pub size: u64,
}

/// The images of a [concatenated](FatbinKind::Concatenated) entry in their order:
/// [`FatbinEntry::parts`].
///
/// After the first error there are no more.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct FatbinParts<'a> {
    /// The remaining headers.
    headers: &'a [u8],
    fault: Option<CubinError>,
}

impl<'a> FatbinParts<'a> {
    const NONE: Self = Self {
        headers: &[],
        fault: None,
    };

    /// The extension has their number, its size, and their headers.
    const fn new(entry: &FatbinEntry<'a>) -> Self {
        if !matches!(entry.kind, FatbinKind::Concatenated) {
            return Self::NONE;
        }
        let malformed = Self {
            headers: &[],
            fault: Some(CubinError::malformed(Fault::Fatbin, entry.offset)),
        };
        let header = entry.header;
        let Some(at) = u32_at(header, 20) else {
            return malformed;
        };
        let Some((_, extension)) = header.split_at_checked(widened(at)) else {
            return malformed;
        };
        let (Some(count), Some((_, headers))) =
            (u32_at(extension, 0), extension.split_at_checked(8))
        else {
            return malformed;
        };
        match widened(count).checked_mul(ENTRY) {
            Some(size) => match part(headers, 0, size) {
                Some(headers) => Self {
                    headers,
                    fault: None,
                },
                None => malformed,
            },
            None => malformed,
        }
    }

    /// [`Iterator::next`] as a `const fn`.
    pub const fn next_part(&mut self) -> Option<Result<FatbinPart, CubinError>> {
        if let Some(fault) = self.fault {
            *self = Self::NONE;
            return Some(Err(fault));
        }
        let Some((header, rest)) = self.headers.split_at_checked(ENTRY) else {
            return None;
        };
        self.headers = rest;
        match (
            u16_at(header, 0),
            u32_at(header, 4),
            u64_at(header, 8),
            u32_at(header, 28),
            u64_at(header, 40),
        ) {
            (Some(kind), Some(offset), Some(size), Some(sm), Some(flags)) => Some(Ok(FatbinPart {
                kind: FatbinKind::of(kind),
                compute_capability: (sm / 10, sm % 10),
                suffix: suffix(flags),
                offset,
                size,
            })),
            _ => None,
        }
    }
}

impl Iterator for FatbinParts<'_> {
    type Item = Result<FatbinPart, CubinError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_part()
    }
}

/// The entries of a fat binary in their order, including those of fat binaries that follow it in the file.
///
/// After the first error there are no more.
///
/// ```
/// use occupancy_binary::cubin::{CubinError, FatbinEntries, FatbinKind};
///
/// # /*
/// let file = std::fs::read("kernels.fatbin")?;
/// # */
/// # let file = include_bytes!(concat!(
/// #     env!("CARGO_MANIFEST_DIR"),
/// #     "/../tests/fixtures/cubins/saxpy-13.fatbin",
/// # )).to_vec();
/// for entry in FatbinEntries::new(&file) {
///     let entry = entry?;
///     assert_eq!(entry.compute_capability, (8, 0));
///     assert!(matches!(entry.kind, FatbinKind::Ptx | FatbinKind::Cubin));
/// }
/// # Ok::<(), CubinError>(())
/// ```
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct FatbinEntries<'a> {
    file: &'a [u8],
    next: usize,
    /// Where the entries of this container end.
    end: usize,
    ended: bool,
}

impl<'a> FatbinEntries<'a> {
    /// Whether a file begins like a fat binary.
    pub const fn is_fatbin(file: &[u8]) -> bool {
        matches!(u32_at(file, 0), Some(MAGIC))
    }

    /// The entries of `file`.
    pub const fn new(file: &'a [u8]) -> Self {
        Self {
            file,
            next: 0,
            end: 0,
            ended: false,
        }
    }

    /// [`Iterator::next`] as a `const fn`.
    pub const fn next_entry(&mut self) -> Option<Result<FatbinEntry<'a>, CubinError>> {
        if self.ended {
            return None;
        }
        let next = self.read_next();
        match next {
            Ok(Some(entry)) => Some(Ok(entry)),
            Ok(None) => {
                self.ended = true;
                None
            }
            Err(error) => {
                self.ended = true;
                Some(Err(error))
            }
        }
    }

    const fn read_next(&mut self) -> Result<Option<FatbinEntry<'a>>, CubinError> {
        while self.next == self.end {
            match self.open() {
                Ok(true) => {}
                Ok(false) => return Ok(None),
                Err(error) => return Err(error),
            }
        }
        let at = self.next;
        let truncated = CubinError::malformed(Fault::Truncated, at);
        let Some(left) = part(self.file, at, self.end - at) else {
            return Err(truncated);
        };
        let (Some(kind), Some(header_size), Some(payload_size), Some(compressed_size)) = (
            u16_at(left, 0),
            u32_at(left, 4),
            u64_at(left, 8),
            u32_at(left, 16),
        ) else {
            return Err(truncated);
        };
        let (Some(sm), Some(flags), Some(uncompressed_size)) =
            (u32_at(left, 28), u64_at(left, 40), u64_at(left, 56))
        else {
            return Err(truncated);
        };
        let header_size = widened(header_size);
        if header_size < ENTRY {
            return Err(CubinError::malformed(Fault::Fatbin, at));
        }
        let (Some(header), Some(padded)) = (part(left, 0, header_size), index(payload_size)) else {
            return Err(truncated);
        };
        let Some(payload) = part(left, header_size, padded) else {
            return Err(truncated);
        };
        let compression = match (flags & LZ4 != 0, flags & ZSTANDARD != 0) {
            (false, false) => None,
            (true, false) => Some(Compression::Lz4),
            (false, true) => Some(Compression::Zstandard),
            (true, true) => return Err(CubinError::malformed(Fault::Fatbin, at)),
        };
        let payload = match compression {
            None => payload,
            // It is padded to a multiple of 8.
            Some(_) => match part(payload, 0, widened(compressed_size)) {
                Some(payload) => payload,
                None => return Err(truncated),
            },
        };
        // Inside the file, so neither sum overflows.
        self.next = at + header_size + padded;
        Ok(Some(FatbinEntry {
            kind: FatbinKind::of(kind),
            compute_capability: (sm / 10, sm % 10),
            suffix: suffix(flags),
            compression,
            uncompressed_size,
            payload,
            header,
            offset: at,
        }))
    }

    /// Goes to the first entry of the next container; false if there is none.
    const fn open(&mut self) -> Result<bool, CubinError> {
        let mut at = self.next;
        // Containers begin at multiples of 8, with zeros before them.
        while at < self.file.len() && self.file[at] == 0 {
            at += 1;
        }
        if at == self.file.len() && at > 0 {
            return Ok(false);
        }
        let truncated = CubinError::malformed(Fault::Truncated, at);
        let Some(opening) = part(self.file, at, HEADER) else {
            return Err(truncated);
        };
        let (Some(magic), Some(version), Some(header), Some(size)) = (
            u32_at(opening, 0),
            u16_at(opening, 4),
            u16_at(opening, 6),
            u64_at(opening, 8),
        ) else {
            return Err(truncated);
        };
        if magic != MAGIC {
            return Err(if at == 0 {
                CubinError::NotCubin
            } else {
                CubinError::malformed(Fault::Fatbin, at)
            });
        }
        if version != 1 || header as usize != HEADER {
            return Err(CubinError::malformed(Fault::Fatbin, at));
        }
        let Some(size) = index(size) else {
            return Err(truncated);
        };
        if part(self.file, at + HEADER, size).is_none() {
            return Err(truncated);
        }
        self.next = at + HEADER;
        self.end = self.next + size;
        Ok(true)
    }
}

impl<'a> Iterator for FatbinEntries<'a> {
    type Item = Result<FatbinEntry<'a>, CubinError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_entry()
    }
}
