//! The device that represents an architecture.

use occupancy_core::{Device, devices};

/// The best-known device of each compute capability. All devices of it have the same occupancy, because
/// it depends on one SM.
const USUAL: &[Device] = &[
    devices::GTX750TI,
    devices::GTX970,
    devices::TX1,
    devices::P100,
    devices::GTX1080,
    devices::TX2,
    devices::V100,
    devices::AGX_XAVIER,
    devices::T4,
    devices::A100,
    devices::RTX3090,
    devices::AGX_ORIN,
    devices::RTX4090,
    devices::H100,
    devices::B200,
    devices::B300,
    devices::THOR,
    devices::RTX5090,
    devices::GB10,
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
