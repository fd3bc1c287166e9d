//! The name of a kernel in the source.

/// Where the last part of a mangled name begins and ends; `None` if the name is not mangled, or a part is longer than
/// the rest. It skips unnamed namespaces, which have no name in the source.
///
/// Source: Itanium C++ ABI, 5.1.2 and 5.1.3: `_Z`, and a length before each part.
const fn last_part(bytes: &[u8]) -> Option<(usize, usize)> {
    let (is_single, mut at) = match bytes {
        [b'_', b'Z', b'N', _, ..] => (false, 3),
        [b'_', b'Z', _, _, ..] => (true, 2),
        _ => return None,
    };
    let mut found = None;
    while at < bytes.len() {
        // A function of internal linkage.
        if bytes[at] == b'L' {
            at += 1;
        }
        let mut len = 0;
        while at < bytes.len() && bytes[at].is_ascii_digit() {
            len = len * 10 + (bytes[at] - b'0') as usize;
            at += 1;
            // Far too small to overflow.
            if len > bytes.len() - at {
                return None;
            }
        }
        if len == 0 {
            break;
        }
        if !is_unnamed(bytes.split_at(at).1) {
            found = Some((at, at + len));
        }
        at += len;
        if is_single {
            break;
        }
    }
    found
}

/// Whether a part is a namespace without a name.
const fn is_unnamed(part: &[u8]) -> bool {
    matches!(
        part,
        [b'_', b'G', b'L', b'O', b'B', b'A', b'L', b'_', b'_', ..]
    )
}

/// The name of the function without its namespaces and parameters: `dot` of
/// `_ZN4blas3dotEiPKfS1_Pf`; all of a name that is not mangled.
pub const fn name_in_source(symbol: &str) -> &str {
    if let Some((at, end)) = last_part(symbol.as_bytes())
        && let Some((before, _)) = symbol.split_at_checked(end)
        && let Some((_, name)) = before.split_at_checked(at)
    {
        name
    } else {
        symbol
    }
}

#[cfg(test)]
mod tests {
    use super::name_in_source;

    #[test]
    fn the_last_part_of_a_mangled_name() {
        for (symbol, name) in [
            ("_Z5saxpyifPKfPf", "saxpy"),
            ("_ZL5saxpyv", "saxpy"),
            ("_Z6scaledIfEvPT_S0_", "scaled"),
            ("_ZN4blas3dotEiPKfS1_Pf", "dot"),
            ("_ZN4blas3dotIfEEvPT_", "dot"),
            ("_ZN4blas12_GLOBAL__N_13dotEv", "dot"),
            ("_ZN9_GLOBAL__E", "_ZN9_GLOBAL__E"),
        ] {
            assert_eq!(name_in_source(symbol), name);
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
        }
        assert_eq!(name_in_source("_Z1é"), "_Z1é");
    }
}
