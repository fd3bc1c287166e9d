//! Spells the names of kernels the same for all compilers, and matches them with `--kernel`.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::LazyLock;

use occupancy_report::escape::visible;
use regex::{Captures, Regex};
use wildmatch::WildMatchPattern;

use crate::demangle::demangle;
use crate::wrap::parts;

/// Replacements for what compilers write differently, applied in this order.
static SPELLINGS: LazyLock<[(Regex, &str); 7]> = LazyLock::new(|| {
    let casts = r"\((?:(?:bool|char|short|int|long|unsigned|signed)\b ?)+\)(-*[0-9])";
    // nvcc names them after the file.
    let unnamed_namespaces = r"\b(?:_GLOBAL__N_|_INTERNAL_)\w*::";
    let numbers = r"\b([0-9]+)[uUlL]+\b";
    [
        (casts, "$1"),
        (unnamed_namespaces, "(anonymous namespace)::"),
        (numbers, "$1"),
        ("([<(]) +", "$1"),
        (" +([>,)])", "$1"),
        (", *", ", "),
        (" +", " "),
    ]
    .map(|(written, spelled)| (regex(written), spelled))
});

/// The inline namespaces of CUDA's own libraries that only state a version or a target.
///
/// Source: NVIDIA/cccl, `cub/util_namespace.cuh` and `thrust/detail/config/namespace.h` of several releases:
/// `CUB_200302_800_900_NS`, `CUB_300001_SM_900`, `THRUST_300001_SM_900_NS`, `_V_300300_SM_900`; and
/// `cuda/std/__internal/namespaces.h`: `__4`, `_SM_900`.
static VERSIONS: LazyLock<Regex> =
    LazyLock::new(|| regex(r"\b(?:CUB_|THRUST_|_V_|_SM_|_V|__)[0-9][0-9A-Z_]*::"));

/// A pattern of this program, which is valid.
pub(crate) fn regex(text: &str) -> Regex {
    Regex::new(text).expect("patterns of the program are valid")
}

/// The name of a symbol in the source, without hashes of files, casts and suffixes of numbers, and blanks that
/// only some compilers write.
pub(crate) fn normalised(symbol: &str) -> String {
    let mut name = demangle(without_file_hash(symbol));
    for (written, spelled) in &*SPELLINGS {
        name = written.replace_all(&name, *spelled).into_owned();
    }
    name.truncate(name.trim_end().len());
    name
}

/// The name without the parameters of the function.
pub(crate) fn without_parameters(name: &str) -> &str {
    match parts(name) {
        Some((function, _)) if !function.is_empty() => function,
        _ => name,
    }
}

/// The template of a kernel: its name without parameters and without arguments of templates.
pub(crate) fn template(name: &str) -> String {
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

/// The name without hashes, which compilers put into names of internal linkage: `kernel_cu_2c5f3b5d`.
pub(crate) fn without_hashes(name: &str) -> String {
    static WORDS: LazyLock<Regex> = LazyLock::new(|| regex("[0-9A-Za-z]+"));
    let without = |word: &Captures<'_>| {
        let word = if is_hash(&word[0]) { "#" } else { &word[0] };
        word.to_owned()
    };
    WORDS.replace_all(name, without).into_owned()
}

/// Returns `true` for hexadecimal digits with a letter and a digit, unless they name types: `bf16bf16`.
fn is_hash(word: &str) -> bool {
    static HASHES: LazyLock<Regex> = LazyLock::new(|| regex("^h?(?:[0-9a-f]{8}|[0-9a-f]{16,})$"));
    static OTHERS: LazyLock<Regex> =
        LazyLock::new(|| regex("^h?(?:[0-9]+|[a-f]+|(?:b?f(?:8|16|32|64))+)$"));
    HASHES.is_match(word) && !OTHERS.is_match(word)
}

/// The name without the numbers by which compilers tell lambdas and unnamed types apart, in the order of the source.
pub(crate) fn without_lambda_numbers(name: &str) -> String {
    static BRACES: LazyLock<Regex> = LazyLock::new(|| regex(r"(#)[0-9]+(\})|('lambda)[0-9]*(')"));
    static TAGS: LazyLock<Regex> =
        LazyLock::new(|| regex(r"(__nv_h?dl_(?:wrapper_t|tag)<.*?, )[0-9]+(>)"));
    let name = BRACES.replace_all(name, "$1$3$2$4");
    TAGS.replace_all(&name, "$1$2").into_owned()
}

/// The name without [versions](VERSIONS).
pub(crate) fn without_versions(name: &str) -> String {
    VERSIONS.replace_all(name, "").into_owned()
}

/// The name of a kernel in the source, and what other names are compared with.
#[derive(Debug, Default)]
pub(crate) struct KernelName {
    /// The name, spelled the same for all compilers, in visible characters.
    pub(crate) full: String,
    /// The name without [versions](VERSIONS).
    pub(crate) unversioned: String,
    /// The [template] of the name without versions.
    pub(crate) template: String,
    /// The symbol in the file; empty for a declared kernel and in a baseline, which do not state it.
    pub(crate) symbol: String,
}

/// The bytes of the letters that both begin with.
pub(crate) fn shared(a: impl Iterator<Item = char>, b: impl Iterator<Item = char>) -> usize {
    let same = a.zip(b).take_while(|(a, b)| a == b);
    same.map(|(letter, _)| letter.len_utf8()).sum()
}

/// The names of kernels, each made once.
#[derive(Default)]
pub(crate) struct Names(HashMap<String, Rc<KernelName>>);

impl Names {
    /// The name of a symbol.
    pub(crate) fn of_symbol(&mut self, symbol: &str) -> Rc<KernelName> {
        self.made(symbol, symbol, normalised)
    }

    /// A name that is spelled the same for all compilers.
    pub(crate) fn of_name(&mut self, name: &str) -> Rc<KernelName> {
        self.made(name, "", str::to_owned)
    }

    fn made(&mut self, text: &str, symbol: &str, spell: impl Fn(&str) -> String) -> Rc<KernelName> {
        if let Some(name) = self.0.get(text) {
            return Rc::clone(name);
        }
        let full = visible(&spell(text));
        let unversioned = without_versions(&full);
        let name = Rc::new(KernelName {
            template: template(&unversioned),
            unversioned,
            full,
            symbol: symbol.to_owned(),
        });
        self.0.insert(text.to_owned(), Rc::clone(&name));
        name
    }
}

/// nvcc puts a hash of the file before names of internal linkage that it makes global (-rdc=true):
/// `__nv_static_40__b5fa4d1f_9_kernel_cu_2c5f3b5d__Z5saxpyv`.
fn without_file_hash(symbol: &str) -> &str {
    let hashed = symbol.strip_prefix("__nv_static_");
    let name = hashed.and_then(|rest| Some(&rest[rest.find("__Z")? + 1..]));
    name.unwrap_or(symbol)
}

/// The mark in place of the middle of a name that is too long for the terminal. It stands for any text.
const ANY: char = '…';

type Pattern<const MARK: char = ANY> = WildMatchPattern<MARK, '\0'>;

/// A text of `--kernel`: a name as it is printed anywhere, or a part of one.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    pub(crate) text: String,
    whole: Pattern,
    /// The name as a baseline spells it, without versions.
    unversioned: Pattern,
    parts: Vec<Pattern>,
    /// The text with `*` for any text, as in a rule of a baseline.
    wildcard: Pattern<'*'>,
}

/// How well a text matches the name of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fit {
    Not,
    /// The name with other text for each `*`, which names of C++ have as well.
    Wildcard,
    Part,
    /// The whole name, except for the spelling of compilers and versions.
    Spelled,
    Whole,
}

impl Name {
    pub(crate) fn new(text: &str) -> Self {
        let spelled = normalised(text);
        // An empty part would match every name.
        let parts = [text, &spelled].into_iter().filter(|part| !part.is_empty());
        let anywhere = |part| Pattern::new(&format!("{ANY}{part}{ANY}"));
        Self {
            text: text.to_owned(),
            whole: Pattern::new(text),
            unversioned: Pattern::new(&without_versions(&spelled)),
            parts: parts.map(anywhere).collect(),
            wildcard: Pattern::new(text),
        }
    }

    /// The best match with the [`spellings`] of a kernel.
    pub(crate) fn fit(&self, names: &[String]) -> Fit {
        let fits = names.iter().map(|name| match () {
            () if self.whole.matches(name) => Fit::Whole,
            () if self.unversioned.matches(&without_versions(name)) => Fit::Spelled,
            () if self.parts.iter().any(|part| part.matches(name)) => Fit::Part,
            () if self.wildcard.matches(name) => Fit::Wildcard,
            () => Fit::Not,
        });
        fits.max().unwrap_or(Fit::Not)
    }
}

/// The names of a kernel: its symbol, its name in the source, and its name in a baseline.
pub(crate) fn spellings(symbol: &str) -> Vec<String> {
    vec![symbol.to_owned(), demangle(symbol), normalised(symbol)]
}

/// Retains the kernels that any text matches best: those with the whole name, or if there is none, those with the text
/// in their names. Without a text, all stay. Returns the texts that match none.
pub(crate) fn retain_named<'t, T>(
    texts: &'t [Name],
    kernels: &mut Vec<T>,
    names: impl Fn(&T) -> Vec<String>,
) -> Vec<&'t Name> {
    let mut unmatched = Vec::new();
    if texts.is_empty() {
        return unmatched;
    }
    let names: Vec<_> = kernels.iter().map(names).collect();
    let mut is_kept = vec![false; names.len()];
    for text in texts {
        let fits: Vec<_> = names.iter().map(|names| text.fit(names)).collect();
        let best = fits.iter().max().filter(|best| **best > Fit::Not);
        unmatched.extend(best.is_none().then_some(text));
        for (is_kept, fit) in is_kept.iter_mut().zip(&fits) {
            *is_kept |= best == Some(fit);
        }
    }
    let mut is_kept = is_kept.into_iter();
    kernels.retain(|_| is_kept.next() == Some(true));
    unmatched
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;

    use super::{
        Fit, Name, normalised, retain_named, spellings, template, without_hashes,
        without_lambda_numbers, without_parameters, without_versions,
    };

    /// Kernels whose names are spelled in several ways, or are parts of each other.
    const SYMBOLS: &str = include_str!("../tests/symbols.txt");

    /// A symbol or a name, and what every compiler calls it.
    const NORMALISED: &str = include_str!("../tests/normalised.txt");

    #[test]
    fn what_compilers_write_differently_is_equal() {
        for row in NORMALISED.lines() {
            let (symbol, name) = row.split_once(" => ").unwrap();
            assert_eq!(normalised(symbol), name, "{symbol}");
        }
        // A normalised name is its own normalised name, whatever the text.
        for text in ["", " ", "<", ">>>", "(((", "(int)", "é<é>", "f<(int)", ","] {
            let name = normalised(text);
            assert_eq!(normalised(&name), name, "{text}");
        }
    }

    #[test]
    fn versions_are_left_out() {
        let versions = "CUB_101702_500_NS CUB_200302_800_900_NS CUB_300001_SM_900 CUB_300001_SM_900_1000_NVHPC \
                        THRUST_200302_800_NS THRUST_300001_SM_900_NS _V_300300_SM_900 _V_300300_SM_900_NVHPC \
                        _SM_900_1000 __4 _V2";
        for version in versions.split_whitespace() {
            let name = format!("f<a::{version}::B<{version}::C>>({version}::D*, int)");
            assert_eq!(without_versions(&name), "f<a::B<C>>(D*, int)", "{name}");
        }
        let others = ",::,CUB_200302_800_NS,f<CUB_200302_800_NS>(),CUB_x::f(),CUB_::f(),__half::f(__half2),\
                      detail::v2::f(),operator<(),é::__4é::f()";
        for name in others.split(',') {
            assert_eq!(without_versions(name), name);
        }
        let symbols = ["_ZN3cub17CUB_200400_900_NS4scanEv", "_ZN3cub4scanEi"];
        assert_eq!(selected("cub::CUB_200302_800_NS::scan()", &symbols), [0]);
        assert_eq!(selected("cub::scan()", &symbols), [0]);
    }

    #[test]
    fn what_tells_builds_apart_is_left_out() {
        for row in [
            "a_cu_2c5f3b5d::f<16777216>() => a_cu_#::f<16777216>()",
            "k::h0123456789abcdef => k::#",
            "gemm<bf16bf16>(deadbeef, é) => gemm<bf16bf16>(deadbeef, é)",
            "f<{lambda(int)#12}, 'lambda3'(int)> => f<{lambda(int)#}, 'lambda'(int)>",
            "f<__nv_dl_wrapper_t<__nv_dl_tag<int, &g, 1>>> => f<__nv_dl_wrapper_t<__nv_dl_tag<int, &g, >>>",
        ] {
            let (name, without) = row.split_once(" => ").unwrap();
            assert_eq!(without_lambda_numbers(&without_hashes(name)), without);
        }
    }

    #[test]
    fn parts_of_names() {
        for row in [
            "saxpy => saxpy => saxpy",
            "gemm<32, A<int>>(float*, int (*)(int)) => gemm<32, A<int>> => gemm",
            "a::b<int>::c<float>() => a::b<int>::c<float> => a::b::c",
            "(anonymous namespace)::f() => (anonymous namespace)::f => (anonymous namespace)::f",
            "() => () => ()",
            ") => ) => )",
        ] {
            let parts: Vec<_> = row.split(" => ").collect();
            let found = [without_parameters(parts[0]), &template(parts[0])];
            assert_eq!(found, parts[1..], "{row}");
        }
    }

    /// The numbers of the kernels that a text selects.
    fn selected(text: &str, symbols: &[&str]) -> Vec<usize> {
        let mut numbers: Vec<_> = (0..symbols.len()).collect();
        retain_named(&[Name::new(text)], &mut numbers, |&number| {
            spellings(symbols[number])
        });
        numbers
    }

    #[test]
    fn a_whole_name_comes_before_a_part_of_others() {
        let symbols = [
            "saxpy",
            "saxpy2",
            "_ZN4blas3dotEiPKfPf",
            "_Z1fI1AI1BIiEEEvv",
        ];
        for (text, numbers) in [
            ("saxpy", &[0][..]),
            ("sax", &[0, 1]),
            ("saxpy2", &[1]),
            ("dot", &[2]),
            ("_ZN4bl", &[2]),
            ("f<A<B<int>>>()", &[3]),
            ("<B<int>>", &[3]),
            ("blas::dot(…)", &[2]),
            ("s…y", &[0]),
            ("…", &[0, 1, 2, 3]),
            ("saxpy3", &[]),
            ("sa*", &[0, 1]),
            ("*(int*", &[2]),
            ("blas::dot(int, float const*, float*)", &[2]),
            ("float*", &[2]),
            ("*axp", &[]),
            (" ", &[2, 3]),
        ] {
            assert_eq!(selected(text, &symbols), numbers, "{text:?}");
        }
    }

    /// Every form of a name selects its kernel among all of them.
    #[test]
    fn every_printed_name_selects_its_kernel() {
        let symbols: Vec<_> = SYMBOLS.lines().collect();
        for (number, symbol) in symbols.iter().enumerate() {
            for name in spellings(symbol) {
                assert_eq!(selected(&name, &symbols), [number], "{name}");
                // A baseline has one spelling alone.
                let stated = symbols.iter().map(|symbol| [normalised(symbol)]);
                let text = Name::new(&name);
                let found = stated.positions(|stated| text.fit(&stated) > Fit::Part);
                assert_eq!(found.collect_vec(), [number], "{name}");
            }
        }
    }
}
