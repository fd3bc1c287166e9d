//! One kernel of a file.

use crate::cubin::{CubinError, NamesAsked};
use occupancy_core::Compiled;
use occupancy_core::gpu::Suffix;

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
    let mut found: Vec<Found<'_>> = Vec::new();
    let mut ambiguous = None;
    let mut missing = (NamesAsked::new(kernel), None);
    for entry in file.entries() {
        let entry = entry?;
        if !entry.is_machine_code() {
            continue;
        }
        images.push(entry.compute_capability);
        if entry.compute_capability != compute_capability {
            continue;
        }
        let image = decoder.image(&entry)?;
        let usage = match image.usage(kernel) {
            Ok(usage) => usage,
            Err(CubinError::UnknownKernel(_)) => {
                missing.0.look_in(&image);
                missing.1 = missing.1.or(Some(entry.offset));
                continue;
            }
            Err(error @ CubinError::AmbiguousKernel(_)) => {
                ambiguous = Some(ImageError::cubin(entry.offset, error));
                continue;
            }
            Err(error) => return Err(ImageError::cubin(entry.offset, error)),
        };
        found.push(Found {
            symbol: usage.name.to_owned(),
            is_relocatable: usage.is_relocatable,
            entry,
        });
    }
    // The symbol counts more than the name in the source, as in one image.
    if found.iter().any(|found| found.symbol == kernel) {
        found.retain(|found| found.symbol == kernel);
        ambiguous = None;
    }
    if let Some(error) = ambiguous {
        return Err(error);
    }
    // `dot` may be the name of one symbol here and of another one there.
    let is_several = found.iter().enumerate().any(|(i, one)| {
        let mut before = found.iter().take(i);
        before.any(|other| other.symbol != one.symbol || other.is_relocatable == one.is_relocatable)
    });
    if is_several {
        return Err(ImageError::SeveralKernels {
            kernel: kernel.to_owned(),
            compute_capability,
        });
    }
    // The linked one first.
    found.sort_by_key(|found| found.is_relocatable);
    match (found.first(), missing) {
        (Some(Found { entry, .. }), _) => {
            let offset = entry.offset;
            let image = decoder.image(entry)?;
            let mut usage = image
                .usage(kernel)
                .map_err(|error| ImageError::cubin(offset, error))?;
            if usage.suffix == Suffix::None {
                usage.suffix = entry.suffix;
            }
            Ok(usage)
        }
        (None, (names, Some(offset))) => Err(ImageError::cubin(
            offset,
            CubinError::UnknownKernel(names.finish()),
        )),
        (None, (_, None)) => {
            images.sort_unstable();
            images.dedup();
            Err(ImageError::NoImage {
                compute_capability,
                found: images,
            })
        }
    }
}

/// An entry that has the kernel.
struct Found<'a> {
    symbol: String,
    is_relocatable: bool,
    entry: Entry<'a>,
}
