//! Integer constants.

/// The value of an integer constant: decimal, hexadecimal `0x`, octal `0` or binary `0b`, with or
/// without a `U`; `None` if it is not one, or has more than 32 bits.
///
/// Source: PTX ISA 9.1, 4.5.1 Integer Constants. ptxas 13.5 refuses more than 32 bits here as
/// "Constant overflow", `09`, and a lower-case `u`.
pub(super) const fn integer(text: &str) -> Option<u32> {
    let mut digits = text.as_bytes();
    if let [rest @ .., b'U'] = digits {
        digits = rest;
    }
    let radix = match digits {
        [b'0', b'x' | b'X', rest @ ..] => {
            digits = rest;
            16
        }
        [b'0', b'b' | b'B', rest @ ..] => {
            digits = rest;
            2
        }
        [b'0', _, ..] => 8,
        _ => 10,
    };
    digits_in(digits, radix)
}

/// `major.minor` of `.version 8.0`.
///
/// Source: PTX ISA 9.1, 11.1.1 `.version`.
pub(super) const fn version(text: &str) -> Option<(u32, u32)> {
    let bytes = text.as_bytes();
    let mut point = 0;
    while point < bytes.len() && bytes[point] != b'.' {
        point += 1;
    }
    if point == bytes.len() {
        return None;
    }
    let (major, rest) = bytes.split_at(point);
    let (_, minor) = rest.split_at(1);
    match (digits_in(major, 10), digits_in(minor, 10)) {
        (Some(major), Some(minor)) => Some((major, minor)),
        _ => None,
    }
}

pub(super) const fn digits_in(digits: &[u8], radix: u32) -> Option<u32> {
    if digits.is_empty() {
        return None;
    }
    let mut value = 0_u32;
    let mut i = 0;
    while i < digits.len() {
        let Some(digit) = (digits[i] as char).to_digit(radix) else {
            return None;
        };
        let Some(scaled) = value.checked_mul(radix) else {
            return None;
        };
        let Some(sum) = scaled.checked_add(digit) else {
            return None;
        };
        value = sum;
        i += 1;
    }
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::{integer, version};

    #[test]
    fn integers_of_every_radix() {
        for (text, value) in [
            ("0", 0),
            ("256", 256),
            ("256U", 256),
            ("0x100", 256),
            ("0X40U", 64),
            ("0400", 256),
            ("0b11", 3),
            ("0B1", 1),
            ("4294967295", u32::MAX),
            ("0xffffffff", u32::MAX),
        ] {
            assert_eq!(integer(text), Some(value), "{text}");
        }
    }

    #[test]
    fn what_is_no_integer() {
        for text in [
            "",
            "U",
            "0x",
            "0b",
            "0b2",
            "09",
            "0xg",
            "64u",
            "32.",
            "1.5",
            "4294967296",
            "1e3",
            "0x100000000",
        ] {
            assert_eq!(integer(text), None, "{text}");
        }
    }

    #[test]
    fn versions() {
        assert_eq!(version("8.0"), Some((8, 0)));
        assert_eq!(version("08.00"), Some((8, 0)));
        for text in ["8", "8.", ".0", "8.0f", "8.0.1", "99999999999.0"] {
            assert_eq!(version(text), None, "{text}");
        }
    }
}
