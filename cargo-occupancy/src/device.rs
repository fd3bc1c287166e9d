//! The device that represents an architecture.

use occupancy_core::Device;
use occupancy_core::devices::{
    A100, AGX_ORIN, AGX_XAVIER, B200, B300, GB10, GTX750TI, GTX970, GTX1080, H100, P100, RTX3090,
    RTX4090, RTX5090, T4, THOR, TX1, TX2, V100,
};

/// The best-known device of each compute capability. All devices of it have the same occupancy, because
/// it depends on one SM.
const USUAL: &[Device] = &[
    GTX750TI, GTX970, TX1, P100, GTX1080, TX2, V100, AGX_XAVIER, T4, A100, RTX3090, AGX_ORIN,
    RTX4090, H100, B200, B300, THOR, RTX5090, GB10,
];

/// The device; `None` if the compute capability is not known.
pub(crate) fn usual((major, minor): (u32, u32)) -> Option<&'static Device> {
    USUAL.iter().find(|device| {
        let cc = device.compute_capability();
        (cc.major(), cc.minor()) == (major, minor)
    })
}

#[cfg(test)]
mod tests {
    use occupancy_core::ComputeCapability;

    use super::{USUAL, usual};

    #[test]
    fn every_compute_capability_has_a_device() {
        for cc in ComputeCapability::ALL {
            let device = usual((cc.major(), cc.minor())).unwrap_or_else(|| panic!("{}", cc.name()));
            assert_eq!(device.compute_capability(), cc);
        }
        assert_eq!(USUAL.len(), ComputeCapability::ALL.len());
        assert!(usual((10, 7)).is_none());
    }
}
