//! Finds the variant for the GPU that the driver reports.

use super::DriverFunction;
use super::function::device_attribute;
use crate::declared::Declared;
use crate::launch_type::Launch;
use crate::variant::{UndeclaredGpu, Variant};

type Chosen<K> = Result<Variant<Launch<K>>, UndeclaredGpu>;

/// Finds the variant for the GPU that the function is loaded on; `None` if all variants are alike.
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
    let (capability, sm_count) = reported_gpu(function)?;
    let name = function.device_name()?.unwrap_or_default();
    Ok(Some(Launch::for_gpu(
        &name,
        capability,
        sm_count.unwrap_or(u32::MAX),
    )))
}

/// Asks for the compute capability and the number of SMs of the GPU. A negative answer becomes a compute capability
/// that no table has, or `None`.
///
/// # Errors
///
/// The driver's.
pub(super) fn reported_gpu<F: DriverFunction>(
    function: &F,
) -> Result<((u32, u32), Option<u32>), F::Error> {
    let ask = |attribute| function.device_attribute(attribute);
    let count = |attribute| Ok(u32::try_from(ask(attribute)?).ok());
    let major = count(device_attribute::COMPUTE_CAPABILITY_MAJOR)?;
    let minor = count(device_attribute::COMPUTE_CAPABILITY_MINOR)?;
    let compute_capability = (major.unwrap_or(u32::MAX), minor.unwrap_or(u32::MAX));
    let sm_count = count(device_attribute::MULTIPROCESSOR_COUNT)?;
    Ok((compute_capability, sm_count))
}
