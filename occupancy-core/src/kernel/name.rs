//! The name of a kernel in the source.

use crate::text::begins;

/// The name of the function without its namespaces and parameters: `dot` of `_ZN4blas3dotEiPKfS1_Pf`. A name that is
/// not mangled is returned whole.
pub const fn name_in_source(symbol: &str) -> &str {
    if let Some(part) = last_part(symbol.as_bytes())
        && let Ok(name) = core::str::from_utf8(part)
    {
        name
    } else {
        symbol
    }
}

/// The last part of a mangled name; `None` if the name is not mangled, or a part is longer than the rest. It skips
/// unnamed namespaces, which have no name in the source.
///
/// Source: Itanium C++ ABI, 5.1.2 and 5.1.3: `_Z`, and a length before each part.
const fn last_part(symbol: &[u8]) -> Option<&[u8]> {
    let (is_single, mut left) = match symbol {
        [b'_', b'Z', b'N', rest @ ..] => (false, rest),
        [b'_', b'Z', rest @ ..] => (true, rest),
        _ => return None,
    };
    let mut last = None;
    loop {
        // `L` marks a function of internal linkage.
        if let [b'L', rest @ ..] = left {
            left = rest;
        }
        let mut len = 0_usize;
        while let [digit @ b'0'..=b'9', rest @ ..] = left {
            len = len
                .saturating_mul(10)
                .saturating_add(digit.wrapping_sub(b'0') as usize);
            left = rest;
        }
        let (part, rest) = known!(left.split_at_checked(len));
        if part.is_empty() {
            return last;
        }
        if !begins(part, b"_GLOBAL__") {
            last = Some(part);
        }
        if is_single {
            return last;
        }
        left = rest;
    }
}
