//! One kernel of a file.

use occupancy_core::Compiled;
use occupancy_core::gpu::{CodeForm, Suffix};

use super::{Decoder, Entry, File, no_image, several_kernels};
use crate::cubin::Candidates;
use crate::error::{Error, ErrorKind};

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
/// # Ok::<(), occupancy_binary::Error>(())
/// ```
///
/// # Errors
///
/// [`Error`] if the machine code for the GPU cannot be read, if there is none, or if it has no such
/// kernel or several.
pub fn usage<'d, 'a>(
    file: &File<'a>,
    decoder: &'d mut Decoder<'a>,
    compute_capability: (u32, u32),
    kernel: &str,
) -> Result<Compiled<'d>, Error> {
    let mut images = Vec::new();
    let mut found: Vec<Found<'_>> = Vec::new();
    let mut ambiguous = None;
    let mut candidates = Candidates::new(kernel, CodeForm::MachineCode);
    let mut missing_at = None;
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
        match image.usage(kernel) {
            Ok(usage) => found.push(Found {
                symbol: usage.name.to_owned(),
                is_relocatable: usage.is_relocatable,
                entry,
            }),
            Err(error) => match error.kind() {
                ErrorKind::UnknownKernel => {
                    candidates.look_in(image.names());
                    missing_at = missing_at.or(Some(entry));
                }
                ErrorKind::AmbiguousKernel => ambiguous = Some(entry.error(error)),
                _ => return Err(entry.error(error)),
            },
        }
    }
    // The symbol counts more than the name in the source, as in one image.
    if found.iter().any(|found| found.symbol == kernel) {
        found.retain(|found| found.symbol == kernel);
        ambiguous = None;
    }
    if let Some(error) = ambiguous {
        return Err(error);
    }
    // The linked one first. `dot` may be the name of one symbol here and of another one there.
    found.sort_by_key(|found| found.is_relocatable);
    let entry = match &found[..] {
        [one] => &one.entry,
        [linked, other]
            if linked.symbol == other.symbol && linked.is_relocatable != other.is_relocatable =>
        {
            &linked.entry
        }
        [_, ..] => return Err(several_kernels(kernel, compute_capability)),
        [] => {
            return Err(match missing_at {
                Some(entry) => entry.error(candidates.finish()),
                None => no_image(compute_capability, images),
            });
        }
    };
    let image = decoder.image(entry)?;
    let mut usage = image.usage(kernel).map_err(|error| entry.error(error))?;
    if usage.suffix == Suffix::None {
        usage.suffix = entry.suffix;
    }
    Ok(usage)
}

/// An entry that has the kernel.
struct Found<'a> {
    symbol: String,
    is_relocatable: bool,
    entry: Entry<'a>,
}
