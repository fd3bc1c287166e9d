//! Figures that some of the devices have, found by the names of their constants.

use crate::gpu::Device;
use crate::gpu::device::key;

/// The entry of a table for `device`.
pub(super) const fn of<'a, T>(table: &'a [(u64, T)], device: &Device) -> Option<&'a T> {
    let (of_device, mut left) = (key(device.constant), table);
    while let [(row, figures), others @ ..] = left {
        if *row == of_device {
            return Some(figures);
        }
        left = others;
    }
    None
}
