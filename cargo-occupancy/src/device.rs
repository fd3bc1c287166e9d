//! The device that stands for an architecture.

use occupancy_core::{Arch, ComputeCapability, Device};

/// The short name of the device by which each compute capability is known best. Occupancy is that of
/// all devices of it, as it is a matter of one SM.
const USUAL: &[((u32, u32), &str)] = &[
    ((5, 0), "gtx750ti"),
    ((5, 2), "gtx970"),
    ((5, 3), "tx1"),
    ((6, 0), "p100"),
    ((6, 1), "gtx1080"),
    ((6, 2), "tx2"),
    ((7, 0), "v100"),
    ((7, 2), "agx-xavier"),
    ((7, 5), "t4"),
    ((8, 0), "a100"),
    ((8, 6), "rtx3090"),
    ((8, 7), "agx-orin"),
    ((8, 9), "rtx4090"),
    ((9, 0), "h100"),
    ((10, 0), "b200"),
    ((10, 3), "b300"),
    ((11, 0), "thor"),
    ((12, 0), "rtx5090"),
    ((12, 1), "gb10"),
];

/// The device; `None` where the compute capability is not known.
pub(crate) fn usual((major, minor): (u32, u32)) -> Option<(&'static ComputeCapability, Device)> {
    let cc = ComputeCapability::of(major, minor)?;
    let (_, name) = USUAL.iter().find(|(of, _)| *of == (major, minor))?;
    match Arch::find(name) {
        Ok(Arch::Device(device)) if device.compute_capability == cc => Some((cc, device)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use occupancy_core::ComputeCapability;

    use super::{USUAL, usual};

    #[test]
    fn every_compute_capability_has_a_device() {
        for cc in ComputeCapability::ALL {
            let (found, device) = usual((cc.major, cc.minor)).expect(cc.name);
            assert_eq!(found, cc);
            assert_eq!(device.compute_capability, cc);
        }
        assert_eq!(USUAL.len(), ComputeCapability::ALL.len());
        assert!(usual((10, 7)).is_none());
    }
}
