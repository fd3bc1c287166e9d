//! Figures that some of the devices have, found by the names of their constants.

use crate::gpu::Device;

/// The entry of a table for `device`.
pub(super) const fn of<'a, T>(table: &'a [(u64, T)], device: &Device) -> Option<&'a T> {
    let mut left = table;
    while let [(key, figures), others @ ..] = left {
        if *key == device.key {
            return Some(figures);
        }
        left = others;
    }
    None
}
