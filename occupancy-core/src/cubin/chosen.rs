//! The image that a GPU loads.

use super::machine_code::MachineCodes;
use super::{CubinError, FatbinEntries, ImageList, KernelUsage, usage, usage_on};

/// What a kernel uses in the image that a GPU of this compute capability, major and minor, loads: of a
/// fat binary the one for it, or else for the last minor version before it of the same major one.
///
/// A cubin is read whatever it is for: [`KernelUsage::compute_capability`] tells. `kernel` is as for
/// [`usage`].
///
/// # Errors
///
/// As for [`usage_on`]; [`CubinError::NoImage`] where no image of a fat binary runs on the GPU.
///
/// ```
/// use occupancy_core::cubin::{CubinError, usage_for};
///
/// assert_eq!(usage_for(b".version 8.0", (9, 0), "saxpy"), Err(CubinError::NotCubin));
/// ```
///
/// Source: CUDA C++ Programming Guide 13.0, Binary Compatibility.
pub const fn usage_for<'a>(
    file: &'a [u8],
    compute_capability: (u32, u32),
    kernel: &str,
) -> Result<KernelUsage<'a>, CubinError> {
    if !FatbinEntries::is_fatbin(file) {
        return usage(file, kernel);
    }
    let (major, minor) = compute_capability;
    let mut images = ImageList::new();
    let mut latest: Option<u32> = None;
    let mut codes = MachineCodes::new(file);
    loop {
        let code = match codes.next() {
            Ok(Some(code)) => code,
            Ok(None) => break,
            Err(error) => return Err(error),
        };
        images = images.with(code.compute_capability);
        let (of_major, of_minor) = code.compute_capability;
        let is_later = match latest {
            Some(latest) => latest < of_minor,
            None => true,
        };
        if of_major == major && of_minor <= minor && is_later {
            latest = Some(of_minor);
        }
    }
    match latest {
        Some(latest) => usage_on(file, (major, latest), kernel),
        None => Err(CubinError::NoImage(images)),
    }
}
