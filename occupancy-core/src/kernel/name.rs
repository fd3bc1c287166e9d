//! The name of a kernel in the source.

use crate::text::same_at;

/// A part of a mangled name.
#[derive(Clone, Copy)]
struct Part {
    /// Its first byte, and the first after it.
    at: usize,
    end: usize,
    number: usize,
}

/// The part with this number in the mangled name between `at` and `end`, or else the last part; `None`
/// if the name is not mangled, or a part is longer than the rest. It skips unnamed namespaces, which
/// have no name in the source.
///
/// Source: Itanium C++ ABI, 5.1.2 and 5.1.3: `_Z`, and a length before each part.
// By index and in one loop, because the compiler goes over the names of all kernels.
const fn part(bytes: &[u8], at: usize, end: usize, number: usize) -> Option<Part> {
    // The shortest has a length of one digit, and one letter.
    if end - at < 4 || bytes[at] != b'_' || bytes[at + 1] != b'Z' {
        return None;
    }
    let single = bytes[at + 2] != b'N';
    let mut at = if single { at + 2 } else { at + 3 };
    let mut found = None;
    let mut next = 0;
    while next <= number && at < end {
        let mut byte = bytes[at];
        // A function of internal linkage.
        if byte == b'L' {
            at += 1;
            byte = if at < end { bytes[at] } else { 0 };
        }
        let mut len = 0;
        while byte >= b'0' && byte <= b'9' {
            len = len * 10 + (byte - b'0') as usize;
            at += 1;
            // Far too small to overflow.
            if len > end - at {
                return None;
            }
            byte = if at < end { bytes[at] } else { 0 };
        }
        if len == 0 {
            break;
        }
        if byte != b'_' || !is_unnamed(bytes, at, len) {
            found = Some(Part {
                at,
                end: at + len,
                number: next,
            });
            next += 1;
        }
        at += len;
        if single {
            break;
        }
    }
    found
}

/// Whether a part is a namespace without a name.
const fn is_unnamed(bytes: &[u8], at: usize, len: usize) -> bool {
    let unnamed = b"_GLOBAL__";
    len >= unnamed.len() && same_at(bytes, at, at + unnamed.len(), unnamed, 0)
}

/// The name of the function without its namespaces and parameters: `dot` of
/// `_ZN4blas3dotEiPKfS1_Pf`; all of a name that is not mangled.
pub const fn name_in_source(symbol: &str) -> &str {
    if let Some(last) = part(symbol.as_bytes(), 0, symbol.len(), usize::MAX)
        && let Some((before, _)) = symbol.split_at_checked(last.end)
        && let Some((_, name)) = before.split_at_checked(last.at)
    {
        name
    } else {
        symbol
    }
}

/// Whether a mangled name is `path` in the source: `dot` and `blas::dot` are
/// `_ZN4blas3dotEiPKfS1_Pf`.
pub const fn is_called(symbol: &str, path: &str) -> bool {
    let (symbol, path) = (symbol.as_bytes(), path.as_bytes());
    let Some(last) = part(symbol, 0, symbol.len(), usize::MAX) else {
        return false;
    };
    let mut after_first = 0;
    let mut end = end_of_first(path, 0);
    while end < path.len() {
        after_first += 1;
        end = end_of_first(path, end + 2);
    }
    if after_first > last.number {
        return false;
    }
    let mut number = last.number - after_first;
    let mut from = 0;
    while number <= last.number {
        let to = end_of_first(path, from);
        match part(symbol, 0, symbol.len(), number) {
            Some(Part { at, end, .. })
                if end - at == to - from && same_at(symbol, at, end, path, from) => {}
            _ => return false,
        }
        from = to + 2;
        number += 1;
    }
    true
}

/// The end of the first name in the rest of a path, before `::` or at the end.
const fn end_of_first(path: &[u8], from: usize) -> usize {
    let len = path.len();
    let mut i = from;
    while i + 1 < len {
        if path[i] == b':' && path[i + 1] == b':' {
            return i;
        }
        i += 1;
    }
    len
}

#[cfg(test)]
mod tests {
    use super::{is_called, name_in_source};

    #[test]
    fn parts_of_a_mangled_name() {
        for (symbol, name, paths) in [
            ("_Z5saxpyifPKfPf", "saxpy", &["saxpy"][..]),
            ("_ZL5saxpyv", "saxpy", &["saxpy"]),
            ("_Z6scaledIfEvPT_S0_", "scaled", &["scaled"]),
            ("_ZN4blas3dotEiPKfS1_Pf", "dot", &["dot", "blas::dot"]),
            ("_ZN4blas3dotIfEEvPT_", "dot", &["dot", "blas::dot"]),
            ("_ZN4blas12_GLOBAL__N_13dotEv", "dot", &["dot", "blas::dot"]),
        ] {
            assert_eq!(name_in_source(symbol), name);
            for path in paths {
                assert!(is_called(symbol, path), "{symbol} {path}");
            }
            for other in [
                "",
                "::",
                "a::b::c::dot",
                "las::dot",
                "blas",
                "do",
                "blas::",
                "dot:",
                "blas:xdot",
                "v",
            ] {
                assert!(!is_called(symbol, other), "{symbol} {other}");
            }
        }
    }

    #[test]
    fn broken_names() {
        for symbol in [
            "",
            "_Z",
            "_ZN",
            "_Z9saxpy",
            "_Z0",
            "_Z99999999999999999999999999saxpy",
            "_ZNE",
        ] {
            assert_eq!(name_in_source(symbol), symbol);
            assert!(!is_called(symbol, "saxpy"));
            assert!(!is_called(symbol, ""));
            assert!(
                !is_called(symbol, "saxpy1234"),
                "as long as a part is said to be"
            );
        }
        assert_eq!(name_in_source("_Z1é"), "_Z1é");
    }
}
