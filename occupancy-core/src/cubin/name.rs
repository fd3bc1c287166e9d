//! The name of a kernel as it is in the source.

use crate::text::same;

/// Where the parts of a mangled name are.
struct Parts<'a> {
    rest: &'a [u8],
    /// A name of one part, outside of `N…E`.
    single: bool,
}

impl<'a> Parts<'a> {
    /// `None` where the name is not mangled.
    ///
    /// Source: Itanium C++ ABI, 5.1.2 and 5.1.3: `_Z`, and a length before each part.
    const fn new(symbol: &'a str) -> Option<Self> {
        match symbol.as_bytes() {
            [b'_', b'Z', b'N', rest @ ..] => Some(Self {
                rest,
                single: false,
            }),
            [b'_', b'Z', rest @ ..] => Some(Self { rest, single: true }),
            _ => None,
        }
    }

    /// The next part. Unnamed namespaces are left out: in the source, they have no name.
    const fn next(&mut self) -> Option<&'a [u8]> {
        loop {
            // A function of internal linkage.
            if let [b'L', rest @ ..] = self.rest {
                self.rest = rest;
            }
            let mut len = 0_usize;
            let mut digits = 0;
            while let [digit @ b'0'..=b'9', rest @ ..] = self.rest {
                len = match len.checked_mul(10) {
                    Some(tens) => match tens.checked_add((*digit - b'0') as usize) {
                        Some(len) => len,
                        None => return None,
                    },
                    None => return None,
                };
                digits += 1;
                self.rest = rest;
            }
            if digits == 0 || len == 0 {
                return None;
            }
            let Some((part, rest)) = self.rest.split_at_checked(len) else {
                return None;
            };
            self.rest = if self.single { &[] } else { rest };
            if !matches!(part, [b'_', b'G', b'L', b'O', b'B', b'A', b'L', b'_', ..]) {
                return Some(part);
            }
        }
    }

    const fn count(mut self) -> usize {
        let mut count = 0;
        while self.next().is_some() {
            count += 1;
        }
        count
    }
}

/// The name of the function without its namespaces and parameters: `dot` of
/// `_ZN4blas3dotEiPKfS1_Pf`; all of a name that is not mangled.
pub(crate) const fn in_source(symbol: &str) -> &str {
    let Some(mut parts) = Parts::new(symbol) else {
        return symbol;
    };
    let mut last = None;
    while let Some(part) = parts.next() {
        last = Some(part);
    }
    match last {
        Some(part) => match core::str::from_utf8(part) {
            Ok(part) => part,
            Err(_) => symbol,
        },
        None => symbol,
    }
}

/// Whether a mangled name is `path` in the source: `dot` and `blas::dot` are
/// `_ZN4blas3dotEiPKfS1_Pf`.
pub(crate) const fn is_called(symbol: &str, path: &str) -> bool {
    let (Some(mut parts), Some(counted)) = (Parts::new(symbol), Parts::new(symbol)) else {
        return false;
    };
    let mut path = path.as_bytes();
    let mut asked = 1;
    let mut rest = path;
    while let Some((_, after)) = first_of_path(rest) {
        asked += 1;
        rest = after;
    }
    let count = counted.count();
    if asked > count {
        return false;
    }
    let mut i = 0;
    while i < count - asked {
        if parts.next().is_none() {
            return false;
        }
        i += 1;
    }
    while let Some(part) = parts.next() {
        let (first, after) = match first_of_path(path) {
            Some(split) => split,
            None => (path, &[] as &[u8]),
        };
        if !same(part, first) {
            return false;
        }
        path = after;
    }
    true
}

/// What is before and after the first `::`.
const fn first_of_path(path: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut i = 0;
    while i + 1 < path.len() {
        if path[i] == b':' && path[i + 1] == b':' {
            let (first, rest) = path.split_at(i);
            let (_, rest) = rest.split_at(2);
            return Some((first, rest));
        }
        i += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{in_source, is_called};

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
            assert_eq!(in_source(symbol), name);
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
            assert_eq!(in_source(symbol), symbol);
            assert!(!is_called(symbol, "saxpy"));
            assert!(!is_called(symbol, ""));
        }
        assert_eq!(in_source("_Z1é"), "_Z1é");
    }
}
