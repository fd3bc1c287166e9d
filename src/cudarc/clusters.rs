//! The function attributes of clusters, where cudarc was built for a CUDA that has them.

#![allow(
    clippy::useless_conversion,
    reason = "into an `Option`, which it is with the oldest bindings"
)]

use cudarc::driver::sys::CUfunction_attribute_enum as Attribute;

/// Stands in for the attributes in the bindings to CUDA 11.4 to 11.7, which lack them: a variant of
/// the enumeration goes before a constant of a trait.
#[allow(dead_code, reason = "used with those bindings alone")]
trait BeforeClusters {
    const CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH: Option<Attribute> = None;
    const CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT: Option<Attribute> = None;
    const CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH: Option<Attribute> = None;
    const CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED: Option<Attribute> = None;
}

impl BeforeClusters for Attribute {}

/// Blocks of the cluster that a function was compiled for, in x, y and z.
pub(super) fn required() -> Option<[Attribute; 3]> {
    let x: Option<Attribute> = Attribute::CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH.into();
    let y: Option<Attribute> = Attribute::CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT.into();
    let z: Option<Attribute> = Attribute::CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH.into();
    Some([x?, y?, z?])
}

/// Whether a cluster may have more than the portable 8 blocks.
pub(super) fn nonportable_allowed() -> Option<Attribute> {
    Attribute::CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED.into()
}
