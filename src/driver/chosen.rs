//! Finds the variant for the GPU that the driver reports.

use occupancy_core::Compiled;

use super::function::device_attribute;
use super::{DriverDevice, DriverFunction};
use crate::declared::Declared;
use crate::launch_type::Launch;
use crate::unchecked::Unchecked;
use crate::variant::Variant;

type Chosen<K> = Result<Variant<Launch<K>>, Unchecked>;

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
    on_gpu(function, Launch::for_gpu).map(Some)
}

/// Chooses by the name, the compute capability and the number of SMs of the GPU.
///
/// # Errors
///
/// The driver's.
pub(super) fn on_gpu<D: DriverDevice, T>(
    device: &D,
    choose: fn(&str, (u32, u32), u32) -> T,
) -> Result<T, D::Error> {
    let gpu = loaded_on(device)?;
    let name = device.device_name()?.unwrap_or_default();
    let sm_count = gpu.sm_count.unwrap_or(u32::MAX);
    Ok(choose(&name, gpu.compute_capability, sm_count))
}

/// Asks for the compute capability and the number of SMs of the GPU.
///
/// # Errors
///
/// The driver's.
pub(super) fn loaded_on<D: DriverDevice>(device: &D) -> Result<Compiled<'static>, D::Error> {
    let ask = |attribute| device.device_attribute(attribute);
    let count = |attribute| Ok(u32::try_from(ask(attribute)?).ok());
    let major = count(device_attribute::COMPUTE_CAPABILITY_MAJOR)?;
    let minor = count(device_attribute::COMPUTE_CAPABILITY_MINOR)?;
    // After a negative answer, no table has the compute capability, so that the GPU is reported as unknown.
    let mut loaded = Compiled::loaded((major.unwrap_or(u32::MAX), minor.unwrap_or(u32::MAX)));
    loaded.sm_count = count(device_attribute::MULTIPROCESSOR_COUNT)?;
    Ok(loaded)
}
