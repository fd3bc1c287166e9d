//! Reads little-endian numbers and parts of any bytes: `None` if they are too short.

/// The `len` bytes from `at` on.
pub(super) const fn part(bytes: &[u8], at: usize, len: usize) -> Option<&[u8]> {
    let Some((_, rest)) = bytes.split_at_checked(at) else {
        return None;
    };
    match rest.split_at_checked(len) {
        Some((part, _)) => Some(part),
        None => None,
    }
}

// The compiler evaluates these for every entry of a fat binary, so they index: there, that is many times
// faster than splitting.

pub(super) const fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    if bytes.len() < 2 || at > bytes.len() - 2 {
        return None;
    }
    Some(u16::from_le_bytes([bytes[at], bytes[at + 1]]))
}

pub(super) const fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    if bytes.len() < 4 || at > bytes.len() - 4 {
        return None;
    }
    Some(u32::from_le_bytes([
        bytes[at],
        bytes[at + 1],
        bytes[at + 2],
        bytes[at + 3],
    ]))
}

pub(super) const fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    if bytes.len() < 8 || at > bytes.len() - 8 {
        return None;
    }
    Some(u64::from_le_bytes([
        bytes[at],
        bytes[at + 1],
        bytes[at + 2],
        bytes[at + 3],
        bytes[at + 4],
        bytes[at + 5],
        bytes[at + 6],
        bytes[at + 7],
    ]))
}

/// A 64-bit offset or size in the file, converted for indexing.
pub(super) const fn index(number: u64) -> Option<usize> {
    #[allow(clippy::cast_possible_truncation, reason = "compared below")]
    let index = number as usize;
    if index as u64 == number {
        Some(index)
    } else {
        None
    }
}

/// A 32-bit offset or number.
///
/// `usize` has at least 32 bits wherever a file of this format fits into memory. If it has fewer, the
/// number becomes the largest, which is outside of every file.
pub(super) const fn widened(number: u32) -> usize {
    match index(number as u64) {
        Some(index) => index,
        None => usize::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::{index, part, u16_at, u32_at, u64_at};

    #[test]
    fn what_is_not_there_is_none() {
        let bytes = [1, 2, 3, 4, 5, 6, 7, 8];
        assert_eq!(u16_at(&bytes, 6), Some(0x0807));
        assert_eq!(u32_at(&bytes, 4), Some(0x0807_0605));
        assert_eq!(u64_at(&bytes, 0), Some(0x0807_0605_0403_0201));
        assert_eq!(u16_at(&bytes, 7), None);
        assert_eq!(u32_at(&bytes, usize::MAX), None);
        assert_eq!(part(&bytes, 8, 0), Some(&[][..]));
        assert_eq!(part(&bytes, 4, usize::MAX), None);
        assert_eq!(index(7), Some(7));
    }

    #[test]
    fn numbers_end_with_the_bytes() {
        let bytes = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        for len in 0..=bytes.len() {
            let cut = &bytes[..len];
            for at in 0..=bytes.len() {
                let is_there = |size| at + size <= len;
                assert_eq!(
                    u16_at(cut, at).is_some(),
                    is_there(2),
                    "16 bits, {at} of {len}"
                );
                assert_eq!(
                    u32_at(cut, at).is_some(),
                    is_there(4),
                    "32 bits, {at} of {len}"
                );
                assert_eq!(
                    u64_at(cut, at).is_some(),
                    is_there(8),
                    "64 bits, {at} of {len}"
                );
            }
        }
        assert_eq!(u16_at(&bytes, 7), Some(0x0908));
        assert_eq!(u32_at(&bytes, 5), Some(0x0908_0706));
        assert_eq!(u64_at(&bytes, 1), Some(0x0908_0706_0504_0302));
    }
}
