//! Fat binaries: machine code for several GPUs, and PTX, in one file.

use alloc::vec::{self, Vec};

use occupancy_core::gpu::Suffix;

use super::Image;
use super::elf::{index, part, u16_at, u32_at, u64_at};
use super::fault::{self, damaged, not_cubin};
use crate::error::{Error, ErrorKind};

const MAGIC: u32 = 0xba55_ed50;
const HEADER: usize = 16;
/// The part of an entry that is read; extensions may follow.
const ENTRY: usize = 64;

const LZ4: u64 = 0x2000;
const ZSTANDARD: u64 = 0x8000;
const ARCHITECTURE: u64 = 0x10_0000;
const FAMILY: u64 = 0x20_0000;

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

/// What the header of an entry and that of a part have in common.
struct Header {
    kind: FatbinKind,
    compute_capability: (u32, u32),
    suffix: Suffix,
    flags: u64,
    /// Of an entry the bytes of its header; of a part its offset.
    word: u32,
    size: u64,
}

impl Header {
    fn read(header: &[u8]) -> Option<Self> {
        let (sm, flags) = (u32_at(header, 28)?, u64_at(header, 40)?);
        Some(Self {
            kind: match u16_at(header, 0)? {
                1 => FatbinKind::Ptx,
                2 => FatbinKind::Cubin,
                0x100 => FatbinKind::Concatenated,
                kind => FatbinKind::Other(kind),
            },
            compute_capability: (sm / 10, sm % 10),
            suffix: match flags {
                flags if flags & ARCHITECTURE != 0 => Suffix::Architecture,
                flags if flags & FAMILY != 0 => Suffix::Family,
                _ => Suffix::None,
            },
            flags,
            word: u32_at(header, 4)?,
            size: u64_at(header, 8)?,
        })
    }
}

impl<'a> FatbinEntry<'a> {
    /// The images of a [concatenated](FatbinKind::Concatenated) entry; none for other entries. An error is the only
    /// one.
    pub fn parts(&self) -> vec::IntoIter<Result<FatbinPart, Error>> {
        let parts = match self.kind {
            FatbinKind::Concatenated => self.read_parts(),
            _ => Some(Vec::new()),
        };
        let parts = parts.unwrap_or_else(|| Vec::from([Err(damaged(fault::FATBIN, self.offset))]));
        parts.into_iter()
    }

    /// The extension has their number, its size, and their headers.
    fn read_parts(&self) -> Option<Vec<Result<FatbinPart, Error>>> {
        let extension = self.header.get(index(u32_at(self.header, 20)?)..)?;
        let size = index(u32_at(extension, 0)?).checked_mul(ENTRY)?;
        let headers = part(extension, 8, size)?.chunks_exact(ENTRY);
        let part = |header| {
            let header = Header::read(header)?;
            Some(Ok(FatbinPart {
                kind: header.kind,
                compute_capability: header.compute_capability,
                suffix: header.suffix,
                offset: header.word,
                size: header.size,
            }))
        };
        headers.map(part).collect()
    }

    /// The cubin that it holds.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Compressed`] if it is compressed; [`ErrorKind::UnknownFormat`] if it holds something
    /// else; and the errors of [`Image::new`].
    pub fn image(&self) -> Result<Image<'a>, Error> {
        if self.compression.is_some() || self.kind == FatbinKind::Concatenated {
            return Err(compressed(self.compute_capability));
        }
        let image = Image::new(self.payload)?;
        match self.kind {
            FatbinKind::Cubin => Ok(image),
            _ => Err(not_cubin()),
        }
    }
}

pub(super) fn compressed((major, minor): (u32, u32)) -> Error {
    Error::new(
        ErrorKind::Compressed,
        format!("the image for compute capability {major}.{minor} is compressed"),
        "compile with `nvcc --no-compress`, or take the cubin of `nvcc -cubin`",
    )
}

/// The entries of a fat binary in their order, including those of fat binaries that follow it in the file.
///
/// After the first error there are no more.
///
/// ```
/// use occupancy_binary::{Error, cubin::{FatbinEntries, FatbinKind}};
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
/// # Ok::<(), Error>(())
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
    pub fn is_fatbin(file: &[u8]) -> bool {
        u32_at(file, 0) == Some(MAGIC)
    }

    /// The entries of `file`.
    pub fn new(file: &'a [u8]) -> Self {
        Self {
            file,
            next: 0,
            end: 0,
            ended: false,
        }
    }

    fn read_next(&mut self) -> Result<Option<FatbinEntry<'a>>, Error> {
        while self.next == self.end {
            if !self.open()? {
                return Ok(None);
            }
        }
        let at = self.next;
        let truncated = || damaged(fault::TRUNCATED, at);
        let left = self.file.get(at..self.end).ok_or_else(truncated)?;
        let Header {
            kind,
            compute_capability,
            suffix,
            flags,
            word,
            size,
        } = Header::read(left).ok_or_else(truncated)?;
        let uncompressed_size = u64_at(left, 56).ok_or_else(truncated)?;
        let header_size = index(word);
        if header_size < ENTRY {
            return Err(damaged(fault::FATBIN, at));
        }
        let (header, left) = left.split_at_checked(header_size).ok_or_else(truncated)?;
        let (mut payload, left) = left.split_at_checked(index(size)).ok_or_else(truncated)?;
        let compression = match (flags & LZ4 != 0, flags & ZSTANDARD != 0) {
            (false, false) => None,
            (true, false) => Some(Compression::Lz4),
            (false, true) => Some(Compression::Zstandard),
            (true, true) => return Err(damaged(fault::FATBIN, at)),
        };
        if compression.is_some() {
            // It is padded to a multiple of 8.
            let size = u32_at(header, 16).ok_or_else(truncated)?;
            payload = payload.get(..index(size)).ok_or_else(truncated)?;
        }
        self.next = self.end.saturating_sub(left.len());
        Ok(Some(FatbinEntry {
            kind,
            compute_capability,
            suffix,
            compression,
            uncompressed_size,
            payload,
            header,
            offset: at,
        }))
    }

    /// Goes to the first entry of the next container; false if there is none.
    fn open(&mut self) -> Result<bool, Error> {
        // Containers begin at multiples of 8, with zeros before them.
        let rest = self.file.get(self.next..).unwrap_or_default();
        let zeros = rest.iter().take_while(|&&byte| byte == 0).count();
        let at = self.next.saturating_add(zeros);
        if at == self.file.len() && at > 0 {
            return Ok(false);
        }
        let truncated = || damaged(fault::TRUNCATED, at);
        let opening = part(self.file, at, HEADER).ok_or_else(truncated)?;
        if !Self::is_fatbin(opening) {
            return Err(match at {
                0 => not_cubin(),
                _ => damaged(fault::FATBIN, at),
            });
        }
        // The version, and the bytes of the header.
        if (u16_at(opening, 4), u16_at(opening, 6).map(usize::from)) != (Some(1), Some(HEADER)) {
            return Err(damaged(fault::FATBIN, at));
        }
        let next = at.saturating_add(HEADER);
        let end = u64_at(opening, 8).and_then(|size| next.checked_add(index(size)));
        let end = end.filter(|&end| end <= self.file.len());
        (self.next, self.end) = (next, end.ok_or_else(truncated)?);
        Ok(true)
    }
}

impl<'a> Iterator for FatbinEntries<'a> {
    type Item = Result<FatbinEntry<'a>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let next = self.read_next().transpose();
        self.ended = !matches!(next, Some(Ok(_)));
        next
    }
}
