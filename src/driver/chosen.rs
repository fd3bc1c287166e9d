//! The variant for the GPU at hand, by what its driver reports.

use super::DriverFunction;
use super::function::device_attribute;
use crate::declared::Declared;
use crate::launch_type::Launch;
use crate::variant::{UndeclaredGpu, Variant};

type Chosen<K> = Result<Variant<Launch<K>>, UndeclaredGpu>;

/// The variant for the GPU that the function is loaded on; `None` if all are alike.
///
/// # Errors
///
/// The driver's.
pub(super) fn variant_on<K: Declared, F: DriverFunction>(
    function: &F,
    are_alike: impl Fn(&Variant<Launch<K>>, &Variant<Launch<K>>) -> bool,
) -> Result<Option<Chosen<K>>, F::Error> {
    let variants = K::VARIANTS;
    if variants.iter().all(|one| are_alike(one, &variants[0])) {
        return Ok(None);
    }
    // No GPU has what is negative.
    let of_device = |attribute| {
        let value = function.device_attribute(attribute)?;
        Ok(u32::try_from(value).unwrap_or(u32::MAX))
    };
    let major = of_device(device_attribute::COMPUTE_CAPABILITY_MAJOR)?;
    let minor = of_device(device_attribute::COMPUTE_CAPABILITY_MINOR)?;
    let sm_count = of_device(device_attribute::MULTIPROCESSOR_COUNT)?;
    let name = function.device_name()?.unwrap_or_default();
    Ok(Some(Launch::for_gpu(&name, (major, minor), sm_count)))
}
