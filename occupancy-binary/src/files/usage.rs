//! One kernel of a file.

use occupancy_core::Compiled;

use super::{Decoder, File, no_image, several_kernels};
use crate::cubin::{Choice, with_suffix};
use crate::error::Error;

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
    let mut choice = Choice::new(kernel);
    for entry in file.entries() {
        let entry = entry?;
        if !entry.is_machine_code() {
            continue;
        }
        images.push(entry.compute_capability);
        if entry.compute_capability == compute_capability {
            let image = decoder.image(&entry)?;
            choice.look_in(&image, Some(entry.offset), |usage| {
                (usage.is_relocatable, usage.name.to_owned(), entry)
            })?;
        }
    }
    let mut found = choice.finish(|| no_image(compute_capability, images.into_iter()))?;
    // The linked one first. `dot` may be the name of one symbol here and of another one there.
    found.sort_by_key(|(is_relocatable, ..)| *is_relocatable);
    let entry = match &found[..] {
        [(.., entry)] => entry,
        [(false, symbol, linked), (true, other, _)] if symbol == other => linked,
        _ => return Err(several_kernels(kernel, compute_capability)),
    };
    let image = decoder.image(entry)?;
    let usage = image.usage(kernel).map_err(|error| entry.error(error))?;
    Ok(with_suffix(usage, entry))
}
