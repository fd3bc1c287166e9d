//! Names for matching kernels, spelled the same for all compilers.

use crate::demangle::demangle;
use crate::wrap::parts;

/// The name of a symbol in the source, without hashes of files, casts and suffixes of numbers, and blanks that
/// only some compilers write.
pub(crate) fn normalised(symbol: &str) -> String {
    let name = demangle(without_file_hash(symbol));
    let mut out = String::with_capacity(name.len());
    let mut rest = &*name;
    // Within this many `<`.
    let mut depth = 0_u32;
    while let Some(letter) = rest.chars().next() {
        if let Some(after) = cast(rest).filter(|_| depth > 0) {
            rest = after;
            continue;
        }
        if let Some(namespace) = unnamed_namespace(rest, &out) {
            out.push_str("(anonymous namespace)");
            rest = &rest[namespace..];
            continue;
        }
        let is_word_before =
            out.ends_with(|before: char| before.is_alphanumeric() || before == '_');
        if letter.is_ascii_digit() && !is_word_before {
            let (digits, after) = number(rest);
            out.push_str(digits);
            rest = after;
            continue;
        }
        rest = &rest[letter.len_utf8()..];
        match letter {
            ' ' if out.ends_with([' ', '<', '(']) || rest.starts_with(['>', ' ', ',', ')']) => {}
            ',' => {
                out.push_str(", ");
                rest = rest.trim_start_matches(' ');
            }
            _ => {
                match letter {
                    '<' => depth += 1,
                    '>' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                out.push(letter);
            }
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// The name without the parameters of the function.
pub(crate) fn without_parameters(name: &str) -> &str {
    match parts(name) {
        Some((function, _)) if !function.is_empty() => function,
        _ => name,
    }
}

/// The template that the kernel is an instance of: its name without parameters and arguments of templates.
pub(crate) fn family(name: &str) -> String {
    let mut out = String::new();
    let mut depth = 0_u32;
    for letter in without_parameters(name).chars() {
        match letter {
            '<' if !out.ends_with("operator") => depth += 1,
            '>' if depth > 0 => depth -= 1,
            _ if depth == 0 => out.push(letter),
            _ => {}
        }
    }
    out
}

/// nvcc puts a hash of the file before names of internal linkage that it makes global (-rdc=true):
/// `__nv_static_40__b5fa4d1f_9_kernel_cu_2c5f3b5d__Z5saxpyv`.
fn without_file_hash(symbol: &str) -> &str {
    if !symbol.starts_with("__nv_static_") {
        return symbol;
    }
    match symbol.find("__Z") {
        Some(at) => &symbol[at + 1..],
        None => symbol,
    }
}

/// What follows a cast to a built-in type before a number: `32` of `(int)32`.
fn cast(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('(')?;
    let (of, after) = inner.split_once(')')?;
    let is_type = of
        .split(' ')
        .all(|word| ["bool", "char", "short", "int", "long", "unsigned", "signed"].contains(&word));
    let is_number = after
        .trim_start_matches('-')
        .starts_with(|digit: char| digit.is_ascii_digit());
    (is_type && is_number).then_some(after)
}

/// The length of a namespace without a name, as nvcc calls it after the file.
fn unnamed_namespace(text: &str, before: &str) -> Option<usize> {
    if before.ends_with(|letter: char| letter.is_alphanumeric() || letter == '_') {
        return None;
    }
    let is_one = ["_GLOBAL__N_", "_INTERNAL_"]
        .iter()
        .any(|prefix| text.starts_with(prefix));
    let end = text.find(|letter: char| letter != '_' && !letter.is_alphanumeric());
    end.filter(|&end| is_one && text[end..].starts_with("::"))
}

/// The digits of a number, and what comes after its suffix: `32` of `32ul`.
fn number(text: &str) -> (&str, &str) {
    let end = text
        .find(|letter: char| !letter.is_ascii_digit())
        .unwrap_or(text.len());
    let (digits, after) = text.split_at(end);
    let rest = after.trim_start_matches(['u', 'U', 'l', 'L']);
    let is_whole = !rest.starts_with(|letter: char| letter.is_alphanumeric() || letter == '_');
    (digits, if is_whole { rest } else { after })
}

#[cfg(test)]
mod tests {
    use super::{family, normalised, without_parameters};

    #[test]
    fn what_compilers_write_differently_is_equal() {
        for (symbol, name) in [
            ("saxpy", "saxpy"),
            (
                "_ZN4blas3dotEiPKfPf",
                "blas::dot(int, float const*, float*)",
            ),
            ("_Z6scaledIfEvPT_S0_", "scaled<float>(float*, float)"),
            ("_Z4gemmILi32ELj16ELb1EEvv", "gemm<32, 16, true>()"),
            ("_Z4gemmILm32ELl16EEvv", "gemm<32, 16>()"),
            ("_Z1fI1AI1BIiEEEvv", "f<A<B<int>>>()"),
            (
                "_ZN12_GLOBAL__N_15saxpyEv",
                "(anonymous namespace)::saxpy()",
            ),
            (
                "_ZN53_INTERNAL_7c2f0a3e_9_kernel_cu_2c5f3b5d_1234567890abc5saxpyEv",
                "(anonymous namespace)::saxpy()",
            ),
            (
                "__nv_static_40__b5fa4d1f_9_kernel_cu_2c5f3b5d__Z5saxpyPf",
                "saxpy(float*)",
            ),
            ("__nv_static_saxpy", "__nv_static_saxpy"),
            ("_ZN7kernels5saxpy17h0123456789abcdefE", "kernels::saxpy"),
            ("_Z5x32ulv", "x32ul()"),
        ] {
            assert_eq!(normalised(symbol), name);
        }
        // As other demanglers write them.
        for (one, other) in [
            ("gemm<(int)32, (unsigned int)16>()", "gemm<32, 16u>()"),
            ("f<A<B<int> > >( int,float )", "f<A<B<int>>>(int, float)"),
            ("f<(bool)1>()", "f<1>()"),
            ("f<-1l>()", "f<(long)-1>()"),
        ] {
            assert_eq!(normalised(one), normalised(other));
        }
    }

    /// Templates that differ stay apart.
    #[test]
    fn instances_stay_apart() {
        let names = [
            "f<32>()",
            "f<33>()",
            "f<32, 1>()",
            "f<int>()",
            "f<(T)32>()",
            "f<32ux>()",
        ];
        for (at, one) in names.iter().enumerate() {
            for other in &names[at + 1..] {
                assert_ne!(normalised(one), normalised(other));
            }
        }
    }

    #[test]
    fn parts_of_names() {
        for (name, without, of) in [
            ("saxpy", "saxpy", "saxpy"),
            (
                "gemm<32, A<int>>(float*, int (*)(int))",
                "gemm<32, A<int>>",
                "gemm",
            ),
            ("a::b<int>::c<float>()", "a::b<int>::c<float>", "a::b::c"),
            (
                "(anonymous namespace)::f()",
                "(anonymous namespace)::f",
                "(anonymous namespace)::f",
            ),
            ("()", "()", "()"),
            (")", ")", ")"),
        ] {
            assert_eq!((without_parameters(name), &*family(name)), (without, of));
        }
    }

    #[test]
    fn any_text_is_a_name() {
        for text in [
            "",
            " ",
            "<",
            ">>>",
            "(((",
            "(int)",
            "1",
            "_INTERNAL_",
            "é<é>",
            "f<(int)",
            ",",
        ] {
            let name = normalised(text);
            assert_eq!(normalised(&name), name, "{text}");
        }
    }
}
