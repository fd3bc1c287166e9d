//! Zstandard frames, in Rust.

use std::error::Error;
use std::{fmt, io};

use ruzstd::decoding::errors::FrameDecoderError;
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use crate::files::fault;

/// The largest window of a frame, unless the entry is larger. The `zstd` command has the same limit.
///
/// Source: zstd 1.5, `ZSTD_WINDOWLOG_LIMIT_DEFAULT`, 27.
const WINDOW: u64 = 1 << 27;

/// Bytes to decompress between two checks of the length.
const STRIDE: usize = 1 << 20;

/// What is kept from one frame to the next.
#[derive(Default)]
pub(crate) struct Zstandard(Option<FrameDecoder>);

impl Zstandard {
    /// Unpacks a frame of this size.
    pub(crate) fn unpack(
        &mut self,
        mut frame: &[u8],
        size: u64,
        unpacked: &mut Vec<u8>,
    ) -> Result<(), &'static str> {
        let decoder = self.0.get_or_insert_with(FrameDecoder::new);
        decoder.set_max_window_size(size.max(WINDOW));
        unpacked.clear();
        decoder.init(&mut frame).map_err(|error| damage(&error))?;
        loop {
            decoder
                .decode_blocks(&mut frame, BlockDecodingStrategy::UptoBytes(STRIDE))
                .map_err(|error| damage(&error))?;
            // The bytes so far, and how many more are allowed.
            if unpacked.len().saturating_add(decoder.can_collect()) as u64 > size {
                return Err(fault::SIZE);
            }
            decoder
                .collect_to_writer(&mut *unpacked)
                .map_err(|_| fault::COMPRESSION)?;
            if decoder.is_finished() {
                break;
            }
        }
        if unpacked.len() as u64 == size {
            Ok(())
        } else {
            Err(fault::SIZE)
        }
    }
}

/// What is wrong with a refused frame.
fn damage(error: &FrameDecoderError) -> &'static str {
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(error) = cause {
        let is_end = |error: &io::Error| error.kind() == io::ErrorKind::UnexpectedEof;
        if error.downcast_ref().is_some_and(is_end) {
            return fault::TRUNCATED;
        }
        cause = error.source();
    }
    fault::COMPRESSION
}

impl fmt::Debug for Zstandard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Zstandard")
    }
}
