//! Zstandard frames, by the library zstd.

use std::fmt;

use zstd::zstd_safe::{DCtx, InBuffer, OutBuffer, ResetDirective};

use crate::files::fault;

/// What is kept from one frame to the next. Windows are bounded by the library, to 2^27 bytes.
#[derive(Default)]
pub(crate) struct Zstandard(Option<DCtx<'static>>);

impl Zstandard {
    /// Unpacks a frame of this size.
    pub(crate) fn unpack(
        &mut self,
        frame: &[u8],
        size: u64,
        unpacked: &mut Vec<u8>,
    ) -> Result<(), &'static str> {
        let context = self.0.get_or_insert_with(DCtx::create);
        unpacked.clear();
        context
            .reset(ResetDirective::SessionOnly)
            .map_err(|_| fault::COMPRESSION)?;
        // If the whole frame fits, unpack it directly to its place. The memory is not used until
        // something is written there.
        let size = usize::try_from(size).map_err(|_| fault::SIZE)?;
        unpacked.try_reserve_exact(size).map_err(|_| fault::SIZE)?;
        let mut input = InBuffer::around(frame);
        loop {
            let before = (input.pos(), unpacked.len());
            let at = unpacked.len();
            let mut output = OutBuffer::around_pos(unpacked, at);
            let left = context
                .decompress_stream(&mut output, &mut input)
                .map_err(|_| fault::COMPRESSION)?;
            if unpacked.len() > size {
                return Err(fault::SIZE);
            }
            if left == 0 {
                break;
            }
            if before == (input.pos(), unpacked.len()) {
                // Nothing is left to read, or no room to write.
                return Err(if unpacked.len() == size {
                    fault::SIZE
                } else {
                    fault::TRUNCATED
                });
            }
        }
        if unpacked.len() == size {
            Ok(())
        } else {
            Err(fault::SIZE)
        }
    }
}

impl fmt::Debug for Zstandard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Zstandard")
    }
}
