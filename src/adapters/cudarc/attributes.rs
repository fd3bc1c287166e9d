//! Looks up attributes by their number in the driver API, in the bindings of the CUDA version that
//! cudarc was built for.

#![allow(
    clippy::useless_conversion,
    reason = "into an `Option`, which it is with the oldest bindings"
)]

use cudarc::driver::sys::{
    CUdevice_attribute_enum as DeviceAttribute, CUfunction_attribute_enum as Attribute,
};

/// Replaces the attributes that the bindings to CUDA 11.4 to 11.7 lack: a variant of the enumeration
/// takes precedence over a constant of a trait.
#[allow(dead_code, reason = "used with those bindings alone")]
trait BeforeClusters {
    const CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH: Option<Attribute> = None;
    const CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT: Option<Attribute> = None;
    const CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH: Option<Attribute> = None;
    const CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED: Option<Attribute> = None;
}

impl BeforeClusters for Attribute {}

/// The attribute of a function; `None` if the bindings lack it.
pub(super) fn function_attribute(number: i32) -> Option<Attribute> {
    let known: [Option<Attribute>; 9] = [
        Attribute::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK.into(),
        Attribute::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES.into(),
        Attribute::CU_FUNC_ATTRIBUTE_NUM_REGS.into(),
        Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES.into(),
        Attribute::CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT.into(),
        Attribute::CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH.into(),
        Attribute::CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT.into(),
        Attribute::CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH.into(),
        Attribute::CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED.into(),
    ];
    let mut known = known.into_iter().flatten();
    known.find(|known| i32::try_from(*known as u32) == Ok(number))
}

/// The attribute of a GPU; `None` for attributes that nothing here reads.
pub(super) fn device_attribute(number: i32) -> Option<DeviceAttribute> {
    let known = [
        DeviceAttribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT,
        DeviceAttribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
        DeviceAttribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
    ];
    let mut known = known.into_iter();
    known.find(|known| i32::try_from(*known as u32) == Ok(number))
}
