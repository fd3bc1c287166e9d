//! Names for matching kernels, spelled the same for all compilers.

mod asked;

pub(crate) use self::asked::{Name, asked, names};
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

/// The name without inline namespaces that only state a version or what is compiled for, as CUDA's own libraries
/// have them.
///
/// Source: NVIDIA/cccl, `cub/util_namespace.cuh` and `thrust/detail/config/namespace.h` of several releases:
/// `CUB_200302_800_900_NS`, `CUB_300001_SM_900`, `THRUST_300001_SM_900_NS`, `_V_300300_SM_900`; and
/// `cuda/std/__internal/namespaces.h`: `__4`, `_SM_900`.
pub(crate) fn without_versions(name: &str) -> String {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut out = String::with_capacity(name.len());
    let mut rest = name;
    while !rest.is_empty() {
        let end = rest
            .find(|letter: char| !is_letter(letter))
            .unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        rest = match after.strip_prefix("::") {
            Some(inner) if is_version(word) => inner,
            _ => {
                let other = after.find(is_letter).unwrap_or(after.len());
                out.extend([word, &after[..other]]);
                &after[other..]
            }
        };
    }
    out
}

fn is_version(namespace: &str) -> bool {
    let numbers = ["CUB_", "THRUST_", "_V_", "_SM_", "_V", "__"]
        .iter()
        .find_map(|prefix| namespace.strip_prefix(prefix));
    numbers.is_some_and(|numbers| {
        numbers.starts_with(|digit: char| digit.is_ascii_digit())
            && numbers.chars().all(|letter| {
                letter.is_ascii_digit() || letter.is_ascii_uppercase() || letter == '_'
            })
    })
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
pub(crate) mod tests {
    use super::{family, normalised, without_parameters, without_versions};

    /// Kernels whose names are spelled in several ways, or are parts of each other.
    pub(crate) const SYMBOLS: &[&str] = &[
        "_Z1fI1AI1BIS0_IfELi3EEEEvT_",
        "_Z1fI1AIS0_IiEEEvT_",
        "_Z1fIDnEvT_",
        "_Z1fIM1SFS0_iEEvT_",
        "_Z1fIM1SKFbRKS0_EEvT_",
        "_Z1fIPA4_1AIiEEvT_",
        "_Z1fIPVPKPKiEvT_",
        "_Z1fIyEvT_",
        "_Z1gI1AIS0_IS0_IPiEEEEvv",
        "_Z1gIA3_1AIiEEvv",
        "_Z1gIFi1AIS0_IiEEEEvv",
        "_Z1gIFivEEvv",
        "_Z1hIP1AIiEPFiiEEvPT_PKT0_",
        "_Z1hIi1AIS0_IcEEEvPT_PKT0_",
        "_Z1mILm3EEvv",
        "_Z1nILi3ELm4ELb1ELc99EEvv",
        "_Z1nILin3ELm4ELb0ELc100EEvv",
        "_Z2cbi",
        "_Z2ccPFiifERA3_iPKPFv1AIS3_IiEEE",
        "_Z2fpIXadL_Z2cbiEEEvv",
        "_Z2kki",
        "_Z2kkii",
        "_Z2ttI1AEvv",
        "_Z3kk2i",
        "_Z3refIL_Z2gsEEvv",
        "_Z3runI1AIZ4mainEUliE2_EEvT_",
        "_Z3runIZ4mainEUlT_E1_EvS0_",
        "_Z3runIZ4mainEUlfE0_EvT_",
        "_Z3runIZ4mainEUliE_EvT_",
        "_Z4packIJEEvDpT_",
        "_Z4packIJid1AIS0_IiEEEEvDpT_",
        "_ZN12_GLOBAL__N_11kEi",
        "_ZN12_GLOBAL__N_12ktI1AINS_1LEEEEvv",
        "_ZN12_GLOBAL__N_12ktI1AIS1_INS_1LEEEEEvv",
        "_ZN12_GLOBAL__N_12ktINS_1LEEEvv",
        "_ZN1Scv1AIT_EIiEEv",
        "_ZN1ScvPiEv",
        "_ZN1SixEi",
        "_ZN1SlsEi",
        "_ZN1SptEv",
        "_ZN1SrsEi",
        "_ZN1x12_GLOBAL__N_11kEf",
        "_ZN1x2v21qEv",
        "_ZN1y2kkEi",
        "_ZN3cub21CUB_200302_800_900_NS10DeviceScanI1AINS0_1PEEEEvT_",
        "_ZN3cub21CUB_200302_800_900_NS10DeviceScanIiEEvT_",
        "_ZN6thrust23THRUST_300001_SM_900_NS5agentI1AIS2_IN3cub21CUB_200302_800_900_NS1PEEEEEvT_S5_",
        "_ZNK1SclI1AIS1_IiEEEEvT_",
        "_ZNK1SclIiEEvT_",
        "_ZNK1SgtERKS_",
        "_ZNK1SltERKS_",
        "my_saxpy",
        "saxpy",
        "saxpy2",
        "_ZN53_INTERNAL_7c2f0a3e_9_kernel_cu_2c5f3b5d_1234567890abc5saxpyEv",
        "__nv_static_40__b5fa4d1f_9_kernel_cu_2c5f3b5d__Z5saxpyPf",
        "_ZN7kernels5saxpy17h0123456789abcdefE",
        "_RINvCs1234_7kernels4axpyKj3e_RShE",
    ];

    #[test]
    fn versions_are_left_out() {
        for namespace in [
            "CUB_101702_500_NS",
            "CUB_200302_800_900_NS",
            "CUB_300001_SM_900",
            "CUB_300001_SM_900_1000_NVHPC",
            "THRUST_200302_800_NS",
            "THRUST_300001_SM_900_NS",
            "_V_300300_SM_900",
            "_V_300300_SM_900_NVHPC",
            "_SM_900_1000",
            "__4",
            "_V2",
        ] {
            let name = format!("f<a::{namespace}::B<{namespace}::C>>({namespace}::D*, int)");
            assert_eq!(without_versions(&name), "f<a::B<C>>(D*, int)", "{name}");
        }
        for name in [
            "",
            "::",
            "CUB_200302_800_NS",
            "f<CUB_200302_800_NS>()",
            "CUB_x::f()",
            "CUB_::f()",
            "__half::f(__half2)",
            "detail::v2::f()",
            "operator<()",
            "é::__4é::f()",
        ] {
            assert_eq!(without_versions(name), name);
        }
    }

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
