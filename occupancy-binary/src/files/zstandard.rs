//! Zstandard frames: in Rust, or by the library zstd.

use std::error::Error;
use std::io::{self, Read};

use super::fault;

/// The bytes of a frame.
#[cfg(feature = "native-zstd")]
fn reader(frame: &[u8], _size: u64) -> io::Result<impl Read> {
    // The library bounds windows to 2^27 bytes.
    Ok(zstd::Decoder::with_buffer(frame)?.single_frame())
}

/// The bytes of a frame.
#[cfg(not(feature = "native-zstd"))]
fn reader(frame: &[u8], size: u64) -> io::Result<impl Read> {
    use ruzstd::decoding::StreamingDecoder;
    /// The largest window of a frame, unless the entry is larger. The `zstd` command has the same limit.
    ///
    /// Source: zstd 1.5, `ZSTD_WINDOWLOG_LIMIT_DEFAULT`, 27.
    const WINDOW: u64 = 1 << 27;
    StreamingDecoder::new_with_max_window_size(frame, size.max(WINDOW)).map_err(io::Error::other)
}

/// Unpacks a frame of this size.
pub(super) fn unpack(frame: &[u8], size: u64, unpacked: &mut Vec<u8>) -> Result<(), &'static str> {
    unpacked.clear();
    // One more would be too many.
    let most = size.saturating_add(1);
    let read = reader(frame, size).and_then(|reader| reader.take(most).read_to_end(unpacked));
    match read {
        Ok(read) if read as u64 == size => Ok(()),
        Ok(_) => Err(fault::SIZE),
        Err(error) if is_truncation(&error) => Err(fault::TRUNCATED),
        Err(_) => Err(fault::COMPRESSION),
    }
}

/// Whether the frame ends too early, which may be the cause of another error.
fn is_truncation(error: &(dyn Error + 'static)) -> bool {
    let is_end = |error: &io::Error| error.kind() == io::ErrorKind::UnexpectedEof;
    error.downcast_ref().is_some_and(is_end) || error.source().is_some_and(is_truncation)
}
