//! Figures that some of the devices have, found by the names of their constants.

use crate::gpu::Device;

/// A hash for the name of a constant in a table: the compiler looks up a device for each kernel, and
/// compares two numbers ten times as fast as two names.
///
/// It is the 64-bit FNV-1a; no two constants have the same.
#[allow(
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation,
    reason = "the product of numbers below 2^64 and 2^41 fits 128 bits, and its lower 64 are taken"
)]
pub(in crate::gpu) const fn key(constant: &str) -> u64 {
    let (mut key, mut left) = (0xcbf2_9ce4_8422_2325_u64, constant.as_bytes());
    while let [byte, others @ ..] = left {
        let product = (key ^ *byte as u64) as u128 * 0x100_0000_01b3;
        key = (product & u64::MAX as u128) as u64;
        left = others;
    }
    key
}

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

#[cfg(test)]
mod tests {
    use super::key;
    use crate::Device;

    #[test]
    fn every_constant_has_a_key_of_its_own() {
        let all = || Device::ALL.iter().chain(Device::MIG);
        for (at, device) in all().enumerate() {
            assert_eq!(device.key, key(device.constant()));
            assert_ne!(device.key, key(""));
            assert!(all().skip(at + 1).all(|other| other.key != device.key));
        }
    }
}
