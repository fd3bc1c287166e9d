//! The image that a GPU loads.

use super::machine_code::MachineCodes;
use super::{CubinError, FatbinEntries, ImageList, usage, usage_in};
use occupancy_core::__private::later_that_runs;
use occupancy_core::Compiled;

/// What a kernel uses in the image that a GPU of this compute capability, major and minor, loads. From a
/// fat binary, it loads the image for itself, or else the one for the last minor version before it with
/// the same major version. A Tegra (Jetson) runs only its own, and an image for `sm_90a` runs only there.
///
/// A cubin is read whatever GPU it is for: [`Compiled::compute_capability`] and [`Compiled::suffix`] say which. `kernel` is as
/// for [`usage`].
///
/// # Errors
///
/// As for [`usage_on`](super::usage_on); [`CubinError::NoImage`] if no image of a fat binary runs on the GPU.
///
/// ```
/// use occupancy_binary::cubin::{CubinError, usage_for};
///
/// assert_eq!(usage_for(b".version 8.0", (9, 0), "saxpy"), Err(CubinError::NotCubin));
/// ```
///
/// Source: CUDA C++ Programming Guide 13.0, Binary Compatibility, as for [`ComputeCapability::runs`].
///
/// [`ComputeCapability::runs`]: occupancy_core::ComputeCapability::runs
pub const fn usage_for<'a>(
    file: &'a [u8],
    compute_capability: (u32, u32),
    kernel: &str,
) -> Result<Compiled<'a>, CubinError> {
    if !FatbinEntries::is_fatbin(file) {
        return usage(file, kernel);
    }
    let mut images = ImageList::new();
    let mut latest = None;
    let mut codes = MachineCodes::new(file);
    loop {
        let code = match codes.next() {
            Ok(Some(code)) => code,
            Ok(None) => break,
            Err(error) => return Err(error),
        };
        images = images.with(code.compute_capability, code.suffix);
        latest = later_that_runs(
            latest,
            code.compute_capability,
            code.suffix,
            compute_capability,
        );
    }
    match latest {
        Some(latest) => usage_in(file, latest, compute_capability, kernel),
        None => Err(CubinError::NoImage(images)),
    }
}
