//! Unpacks entries, within bounds.

use std::ops::Range;

use crate::cubin::{Compression, CubinError, Image};
use lz4_flex::block::{DecompressError, decompress_into};

use crate::files::entries::text;
use crate::files::zstandard::Zstandard;
use crate::files::{Damage, Entry, EntryKind, ImageError};

/// How much a [`Decoder`] unpacks at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of one entry; for concatenated ones, of all together.
    pub entry: u64,
    /// Bytes of all entries that one decoder unpacks, which bounds the time.
    pub total: u64,
}

impl Limits {
    /// 1 GiB per entry, and 64 GiB in all: far more than any library has today.
    pub const fn new() -> Self {
        Self {
            entry: 1 << 30,
            total: 64 << 30,
        }
    }

    /// Sets the limit for one entry, in bytes.
    #[must_use = "returns the changed limits"]
    pub const fn with_entry(mut self, bytes: u64) -> Self {
        self.entry = bytes;
        self
    }

    /// Sets the limit for all entries together, in bytes.
    #[must_use = "returns the changed limits"]
    pub const fn with_total(mut self, bytes: u64) -> Self {
        self.total = bytes;
        self
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::new()
    }
}

/// An LZ4 block grows to at most this many bytes for one.
///
/// Source: LZ4 Block Format: each further byte of a match's length adds 255.
const LZ4_RATIO: u64 = 255;

/// Unpacks entries of one file, one at a time, and keeps the last one: the parts of a concatenated
/// entry are decompressed together.
///
/// An entry that is not compressed is not copied.
///
/// ```
/// use occupancy_binary::{Decoder, File, ImageError, Limits};
///
/// let file = File::new(include_bytes!("../../fixtures/zstd.fatbin"))?;
/// let entry = file.entries().next().unwrap()?;
/// assert_eq!(entry.size, 6560);
/// assert_eq!(Decoder::new().decode(&entry)?.len(), 6560);
///
/// let mut strict = Decoder::with_limits(Limits::new().with_entry(4096));
/// assert!(matches!(strict.decode(&entry), Err(ImageError::TooLarge { size: 6560, .. })));
/// # Ok::<(), ImageError>(())
/// ```
#[derive(Debug, Default)]
pub struct Decoder<'a> {
    limits: Limits,
    total: u64,
    unpacked: Vec<u8>,
    /// The source of `unpacked`. It is borrowed, so no other bytes can take its place in memory.
    source: Option<&'a [u8]>,
    zstandard: Zstandard,
}

impl<'a> Decoder<'a> {
    /// A decoder with the limits of [`Limits::new`].
    pub fn new() -> Self {
        Self::default()
    }

    /// A decoder with these limits.
    pub fn with_limits(limits: Limits) -> Self {
        Self {
            limits,
            ..Self::default()
        }
    }

    /// The bytes of an entry.
    ///
    /// # Errors
    ///
    /// [`ImageError::Damaged`] if they cannot be unpacked, and [`ImageError::TooLarge`] if they
    /// are more than the limits allow.
    pub fn decode<'d>(&'d mut self, entry: &Entry<'a>) -> Result<&'d [u8], ImageError> {
        let damaged = |damage| ImageError::Damaged {
            offset: entry.offset,
            damage,
        };
        let Some(compression) = entry.compression else {
            return of_part(entry.payload, entry.part.as_ref())
                .ok_or(damaged(Damage::Concatenation));
        };
        let is_unpacked = self
            .source
            .is_some_and(|source| std::ptr::eq(source, entry.payload));
        if !is_unpacked {
            self.source = None;
            self.admit(entry)?;
            if compression == Compression::Lz4 {
                self.lz4(entry)
            } else {
                let (source, size) = (entry.payload, entry.unpacked);
                self.zstandard.unpack(source, size, &mut self.unpacked)
            }
            .map_err(damaged)?;
            self.source = Some(entry.payload);
        }
        of_part(&self.unpacked, entry.part.as_ref()).ok_or(damaged(Damage::Concatenation))
    }

    /// The cubin of an entry.
    ///
    /// # Errors
    ///
    /// Those of [`decode`](Self::decode), and [`ImageError::Cubin`] if it is not a whole cubin of a
    /// known layout.
    pub fn image<'d>(&'d mut self, entry: &Entry<'a>) -> Result<Image<'d>, ImageError> {
        let offset = entry.offset;
        if entry.kind != EntryKind::Cubin {
            return Err(ImageError::cubin(offset, CubinError::NotCubin));
        }
        Image::new(self.decode(entry)?).map_err(|error| ImageError::cubin(offset, error))
    }

    /// The text of an entry with PTX.
    ///
    /// ```
    /// use occupancy_binary::ptx::{BlockBound, Module};
    /// use occupancy_binary::{Decoder, EntryKind, File};
    ///
    /// let file = File::new(include_bytes!("../../fixtures/concat.fatbin"))?;
    /// let mut decoder = Decoder::new();
    /// for entry in file.entries() {
    ///     let entry = entry?;
    ///     if entry.kind == EntryKind::Ptx {
    ///         let module = Module::new(decoder.ptx(&entry)?)?;
    ///         let bounds = module.find("dot")?.bounds()?;
    ///         assert_eq!(bounds.block, Some(BlockBound::Max((256, 1, 1))));
    ///     }
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`decode`](Self::decode), and [`ImageError::Damaged`] if it is not text, or not PTX.
    pub fn ptx<'d>(&'d mut self, entry: &Entry<'a>) -> Result<&'d str, ImageError> {
        let offset = entry.offset;
        if entry.kind != EntryKind::Ptx {
            return Err(ImageError::Damaged {
                offset,
                damage: Damage::Kind,
            });
        }
        text(self.decode(entry)?, offset)
    }

    /// Counts an entry that is to be decompressed, unless it is too large.
    fn admit(&mut self, entry: &Entry<'_>) -> Result<(), ImageError> {
        let too_large = |size, limit| ImageError::TooLarge {
            offset: entry.offset,
            size,
            limit,
        };
        let size = entry.unpacked;
        if size > self.limits.entry {
            return Err(too_large(size, self.limits.entry));
        }
        let total = self.total.saturating_add(size);
        if total > self.limits.total {
            return Err(too_large(total, self.limits.total));
        }
        self.total = total;
        Ok(())
    }

    fn lz4(&mut self, entry: &Entry<'_>) -> Result<(), Damage> {
        // Reserve no memory for bytes that the payload cannot contain.
        if entry.unpacked / LZ4_RATIO > entry.payload.len() as u64 {
            return Err(Damage::Size);
        }
        let size = usize::try_from(entry.unpacked).map_err(|_| Damage::Size)?;
        self.unpacked.resize(size, 0);
        match decompress_into(entry.payload, &mut self.unpacked) {
            Ok(written) if written == size => Ok(()),
            Ok(_) => Err(Damage::Size),
            Err(DecompressError::ExpectedAnotherByte | DecompressError::LiteralOutOfBounds) => {
                Err(Damage::Truncated)
            }
            Err(_) => Err(Damage::Compression),
        }
    }
}

fn of_part<'d>(bytes: &'d [u8], part: Option<&Range<u64>>) -> Option<&'d [u8]> {
    match part {
        None => Some(bytes),
        Some(part) => bytes.get(usize::try_from(part.start).ok()?..usize::try_from(part.end).ok()?),
    }
}
