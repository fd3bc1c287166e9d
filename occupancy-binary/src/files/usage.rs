//! One kernel of a file.

use crate::cubin::CubinError;
use occupancy_core::Compiled;

use crate::files::{Decoder, Entry, File, ImageError};

/// What a kernel of any file uses on a GPU of exactly this compute capability, major and minor.
///
/// `kernel` is the name of its symbol, or the one in the source, as for
/// [`cubin::usage`](crate::cubin::usage). Only machine code for the GPU is unpacked, and the result
/// borrows from the decoder until its next use. If the file has a kernel both linked and as input for the
/// linker (`-rdc=true`), it reads the linked one, which is what runs.
///
/// ```
/// use occupancy_binary::{Decoder, File, usage};
///
/// let file = File::new(include_bytes!("../../fixtures/libkernels.so"))?;
/// let mut decoder = Decoder::new();
/// let dot = usage(&file, &mut decoder, (8, 0), "blas::dot")?;
/// assert_eq!((dot.registers, dot.static_shared_memory), (Some(12), Some(1024)));
///
/// let missing = usage(&file, &mut decoder, (8, 9), "dot").unwrap_err();
/// assert!(missing.to_string().contains("there is for 8.0, 9.0"));
/// # Ok::<(), occupancy_binary::ImageError>(())
/// ```
///
/// # Errors
///
/// [`ImageError`] if the machine code for the GPU cannot be read, if there is none, or if it has no such
/// kernel or several.
pub fn usage<'d, 'a>(
    file: &File<'a>,
    decoder: &'d mut Decoder<'a>,
    compute_capability: (u32, u32),
    kernel: &str,
) -> Result<Compiled<'d>, ImageError> {
    let mut images = Vec::new();
    let mut linked: Option<Entry<'_>> = None;
    let mut relocatable: Option<Entry<'_>> = None;
    let mut missing = None;
    let mut symbol = None::<String>;
    for entry in file.entries() {
        let entry = entry?;
        if !entry.is_machine_code() {
            continue;
        }
        images.push(entry.compute_capability);
        if entry.compute_capability != compute_capability {
            continue;
        }
        let usage = match decoder.image(&entry)?.usage(kernel) {
            Ok(usage) => usage,
            Err(error @ CubinError::UnknownKernel(_)) => {
                missing = Some((entry.offset, error));
                continue;
            }
            Err(error) => {
                return Err(ImageError::cubin(entry.offset, error));
            }
        };
        // `dot` may be the name of one symbol here and of another one there.
        let place = if usage.is_relocatable {
            &mut relocatable
        } else {
            &mut linked
        };
        if place.is_some() || symbol.as_ref().is_some_and(|name| name != usage.name) {
            return Err(ImageError::SeveralKernels {
                kernel: kernel.to_owned(),
                compute_capability,
            });
        }
        symbol = Some(usage.name.to_owned());
        *place = Some(entry);
    }
    match (linked.or(relocatable), missing) {
        (Some(entry), _) => {
            let offset = entry.offset;
            let image = decoder.image(&entry)?;
            image
                .usage(kernel)
                .map_err(|error| ImageError::cubin(offset, error))
        }
        (None, Some((offset, error))) => Err(ImageError::cubin(offset, error)),
        (None, None) => {
            images.sort_unstable();
            images.dedup();
            Err(ImageError::NoImage {
                compute_capability,
                found: images,
            })
        }
    }
}
