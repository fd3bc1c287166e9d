//! Unpacks entries within limits.

use std::io::{self, Read};
use std::{error, ptr};

use flate2::bufread::ZlibDecoder;
use lz4_flex::block::{DecompressError, decompress_into};

use super::{damaged, fault};
use crate::cubin::{Compression, Entry, EntryKind, Image, index, not_cubin};
use crate::error::{Error, ErrorKind};

/// The most bytes that a [`Decoder`] unpacks.
///
/// The default is 1 GiB for an entry, and 64 GiB in all: far more than any library has today.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of one entry; of concatenated ones, together.
    pub entry: u64,
    /// Bytes of all entries that one decoder unpacks, which bounds the time.
    pub total: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            entry: 1 << 30,
            total: 64 << 30,
        }
    }
}

/// The most bytes that one byte of an LZ4 block grows to.
///
/// Source: LZ4 Block Format: each further byte of a match's length adds 255.
const LZ4_RATIO: u64 = 255;

/// Unpacks entries of one file, one at a time. It keeps the last one, as the parts of a concatenated
/// entry are compressed together.
///
/// An entry that is not compressed is not copied.
///
/// ```
/// use occupancy_binary::{Decoder, Error, ErrorKind, File, Limits};
///
/// let file = File::new(include_bytes!("../../fixtures/zstd.fatbin"))?;
/// let entry = file.entries().next().unwrap()?;
/// assert_eq!(entry.size, 6560);
/// assert_eq!(Decoder::new().decode(&entry)?.len(), 6560);
///
/// let mut strict = Decoder::with_limits(Limits { entry: 4096, ..Limits::default() });
/// assert_eq!(strict.decode(&entry).unwrap_err().kind(), ErrorKind::TooLarge);
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Decoder<'a> {
    limits: Limits,
    total: u64,
    unpacked: Vec<u8>,
    /// The payload that `unpacked` comes from. It is borrowed, so no other bytes can take its place in memory.
    source: Option<&'a [u8]>,
}

impl<'a> Decoder<'a> {
    /// A decoder with the limits of [`Limits::default`].
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

    /// Unpacks an entry.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Damaged`] or [`ErrorKind::Truncated`] if they cannot be unpacked, and
    /// [`ErrorKind::TooLarge`] if they are more than the limits allow.
    pub fn decode<'d>(&'d mut self, entry: &Entry<'a>) -> Result<&'d [u8], Error> {
        let Some(compression) = entry.compression else {
            return of_part(entry, entry.payload);
        };
        if !self.source.is_some_and(|it| ptr::eq(it, entry.payload)) {
            self.source = None;
            self.admit(entry)?;
            let size = entry.unpacked;
            let unpacked = match compression {
                Compression::Lz4 => lz4(entry.payload, size, &mut self.unpacked),
                Compression::Zstandard if at_once(entry, &mut self.unpacked) => Ok(()),
                // One more would be too many.
                _ => streamed(entry, size.saturating_add(1), &mut self.unpacked),
            };
            let is_whole = self.unpacked.len() as u64 == size;
            let unpacked = unpacked.and_then(|()| is_whole.then_some(()).ok_or(fault::SIZE));
            let of_vendor = |error: Error| match entry.kind {
                EntryKind::CodeObject => error.of_amd(),
                _ => error,
            };
            unpacked.map_err(|fault| of_vendor(damaged(entry.offset, fault)))?;
            self.source = Some(entry.payload);
        }
        of_part(entry, &self.unpacked)
    }

    /// Reads the cubin or the code object of an entry.
    ///
    /// # Errors
    ///
    /// Those of [`decode`](Self::decode) and of [`Image::new`], with the place of the entry.
    pub fn image<'d>(&'d mut self, entry: &Entry<'a>) -> Result<Image<'d>, Error> {
        if !entry.is_machine_code() {
            return Err(entry.error(not_cubin()));
        }
        Image::new(self.decode(entry)?).map_err(|error| entry.error(error))
    }

    /// Unpacks the text of an entry with PTX.
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
    /// Those of [`decode`](Self::decode), and [`ErrorKind::Damaged`] if it is not text, or not PTX.
    pub fn ptx<'d>(&'d mut self, entry: &Entry<'a>) -> Result<&'d str, Error> {
        if entry.kind != EntryKind::Ptx {
            return Err(damaged(entry.offset, "it is not what it is read as"));
        }
        text(self.decode(entry)?, entry.offset)
    }

    /// Counts an entry towards the limits, and refuses one that exceeds them.
    fn admit(&mut self, entry: &Entry<'_>) -> Result<(), Error> {
        let offset = entry.offset;
        let total = self.total.saturating_add(entry.unpacked);
        let limits = self.limits;
        for (size, limit) in [(entry.unpacked, limits.entry), (total, limits.total)] {
            if size > limit {
                let fault = format!(
                    "the entry at byte {offset} comes to {size} bytes unpacked, over the {limit} that are \
                         allowed"
                );
                let help = "if the file is to be trusted, allow more with `Limits`";
                return Err(Error::new(ErrorKind::TooLarge, fault, help).at(offset));
            }
        }
        self.total = total;
        Ok(())
    }
}

/// Unpacks a block of this size.
fn lz4(block: &[u8], size: u64, unpacked: &mut Vec<u8>) -> Result<(), &'static str> {
    // Reserve no memory for bytes that the block cannot contain.
    if size / LZ4_RATIO > block.len() as u64 {
        return Err(fault::SIZE);
    }
    let size = usize::try_from(size).map_err(|_| fault::SIZE)?;
    unpacked.resize(size, 0);
    match decompress_into(block, unpacked) {
        Ok(written) => {
            unpacked.truncate(written);
            Ok(())
        }
        Err(DecompressError::ExpectedAnotherByte | DecompressError::LiteralOutOfBounds) => {
            Err(fault::TRUNCATED)
        }
        Err(_) => Err(fault::COMPRESSION),
    }
}

/// Unpacks a whole frame without the copies of a stream; `false` if it is of another size or damaged, as the stream says.
#[cfg_attr(not(feature = "native-zstd"), allow(unused_variables))]
fn at_once(entry: &Entry<'_>, unpacked: &mut Vec<u8>) -> bool {
    unpacked.clear();
    #[cfg(feature = "native-zstd")]
    if let Ok(end) = zstd::zstd_safe::find_frame_compressed_size(entry.payload)
        && let Some(frame) = entry.payload.get(..end)
        && unpacked.try_reserve_exact(index(entry.unpacked)).is_ok()
    {
        thread_local! {
            /// Its memory serves every frame.
            static CONTEXT: std::cell::RefCell<zstd::bulk::Decompressor<'static>> =
                std::cell::RefCell::default();
        }
        let written = CONTEXT.with_borrow_mut(|it| it.decompress_to_buffer(frame, unpacked));
        return written.is_ok_and(|bytes| bytes as u64 == entry.unpacked);
    }
    false
}

/// The part of its payload that an entry has.
fn of_part<'d>(entry: &Entry<'_>, bytes: &'d [u8]) -> Result<&'d [u8], Error> {
    let Some(part) = &entry.part else {
        return Ok(bytes);
    };
    let own = bytes.get(index(part.start)..index(part.end));
    own.ok_or_else(|| damaged(entry.offset, fault::PARTS))
}

/// PTX as text, without the zeros that fat binaries and NVRTC have after it.
pub(super) fn text(bytes: &[u8], offset: usize) -> Result<&str, Error> {
    let text = str::from_utf8(bytes).map_err(|_| damaged(offset, "its text is not UTF-8"))?;
    Ok(text.trim_end_matches('\0'))
}

/// The bytes of a frame.
#[cfg(feature = "native-zstd")]
fn opened(frame: &[u8], _size: u64) -> io::Result<impl Read> {
    // The library bounds windows to 2^27 bytes.
    Ok(zstd::Decoder::with_buffer(frame)?.single_frame())
}

/// The bytes of a frame.
#[cfg(not(feature = "native-zstd"))]
fn opened(frame: &[u8], size: u64) -> io::Result<impl Read> {
    use ruzstd::decoding::StreamingDecoder;
    /// The largest window of a frame, bytes, unless the entry is larger. The `zstd` command has the same limit.
    ///
    /// Source: zstd 1.5, `ZSTD_WINDOWLOG_LIMIT_DEFAULT`, 27.
    const WINDOW: u64 = 1 << 27;
    StreamingDecoder::new_with_max_window_size(frame, size.max(WINDOW)).map_err(io::Error::other)
}

/// Unpacks the beginning of a bundle, which has the list of its code objects.
pub(super) fn beginning(bundle: &Entry<'_>) -> Result<Vec<u8>, Error> {
    /// A list has fewer bytes than this many times those of the compressed bundle, as each code object has more of its own.
    const RATIO: u64 = 4;
    let most = (bundle.payload.len() as u64).saturating_mul(RATIO);
    let mut unpacked = Vec::new();
    let read = streamed(bundle, most, &mut unpacked);
    read.map_err(|fault| damaged(bundle.offset, fault))?;
    Ok(unpacked)
}

/// Unpacks at most so many bytes of an entry that is not compressed with LZ4.
fn streamed(entry: &Entry<'_>, most: u64, unpacked: &mut Vec<u8>) -> Result<(), &'static str> {
    unpacked.clear();
    let (frame, size) = (entry.payload, entry.unpacked);
    let read = match entry.compression {
        Some(Compression::Zlib) => ZlibDecoder::new(frame).take(most).read_to_end(unpacked),
        _ => opened(frame, size).and_then(|it| it.take(most).read_to_end(unpacked)),
    };
    match read {
        Ok(_) => Ok(()),
        Err(error) if is_truncation(&error) => Err(fault::TRUNCATED),
        Err(_) => Err(fault::COMPRESSION),
    }
}

/// Returns `true` if the frame ends too early, which may be the cause of another error.
fn is_truncation(error: &(dyn error::Error + 'static)) -> bool {
    let is_end = |error: &io::Error| error.kind() == io::ErrorKind::UnexpectedEof;
    error.downcast_ref().is_some_and(is_end) || error.source().is_some_and(is_truncation)
}
