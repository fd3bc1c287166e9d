//! The name that C++ has for a kernel: `blas::reduce<float, 128>` of its symbol.
//!
//! A small part of the mangling, which names of kernels need: namespaces and classes, arguments of templates,
//! built-in and named types, pointers, references, `const` and `volatile`, numbers, and substitutions. For anything
//! else the answer is `None`.
//!
//! Source: Itanium C++ ABI, 5.1. The spelling is that of the crate `cpp_demangle`.

use crate::prelude::*;

/// Letters of a name, and types within types, at most: a short symbol can stand for a name without end.
const LONGEST: usize = 1 << 12;
const DEEPEST: usize = 64;

/// The name of a function of C++ with the arguments of its template, and its parameters in parentheses.
pub(super) fn demangle(symbol: &str) -> Option<(String, String)> {
    let mut symbol = Symbol::new(symbol)?;
    let name = symbol.name()?;
    if symbol.left.is_empty() {
        return Some((name, String::new()));
    }
    if name.ends_with('>') {
        // The type that the function returns.
        symbol.type_name()?;
    }
    let mut parameters = Vec::new();
    while !symbol.left.is_empty() {
        parameters.push(symbol.type_name()?);
    }
    if parameters == ["void"] {
        parameters.clear();
    }
    Some((name, bounded(format!("({})", parameters.join(", ")))?))
}

/// The namespaces and the name of a function of C++, without unnamed namespaces. It needs less of a symbol than
/// [`demangle`] does.
pub(super) fn path(symbol: &str) -> Option<Vec<String>> {
    let mut symbol = Symbol::new(symbol)?;
    let is_nested = symbol.takes("N");
    let mut parts = Vec::new();
    while parts.is_empty()
        || is_nested && matches!(symbol.left.as_bytes(), [b'L' | b'1'..=b'9', ..])
    {
        parts.push(symbol.source_name()?);
    }
    parts.retain(|part| part != UNNAMED && !part.starts_with("_GLOBAL__"));
    Some(parts)
}

/// The name of a namespace without one.
pub(super) const UNNAMED: &str = "(anonymous namespace)";

/// The rest of a symbol, and the names that its parts can refer to.
#[derive(Default)]
struct Symbol<'a> {
    left: &'a str,
    /// The meanings of `S_`, `S0_` and so on.
    known: Vec<String>,
    /// The meanings of `T_`, `T0_` and so on.
    arguments: Vec<String>,
    depth: usize,
}

impl<'a> Symbol<'a> {
    fn new(symbol: &'a str) -> Option<Self> {
        let left = symbol.strip_prefix("_Z")?;
        Some(Self {
            left,
            ..Self::default()
        })
    }

    fn take(&mut self, text: &str) -> Option<()> {
        self.left = self.left.strip_prefix(text)?;
        Some(())
    }

    fn takes(&mut self, text: &str) -> bool {
        self.take(text).is_some()
    }

    /// The text for whose characters this holds.
    fn text(&mut self, is_part: fn(char) -> bool) -> &'a str {
        let (whole, after) = (self.left, self.left.trim_start_matches(is_part));
        self.left = after;
        whole.strip_suffix(after).unwrap_or_default()
    }

    fn know(&mut self, name: String) -> Option<String> {
        self.known.push(bounded(name.clone())?);
        Some(name)
    }

    /// The name of a function or a type. What it consists of is known afterwards, but not the name itself.
    fn name(&mut self) -> Option<String> {
        let is_nested = self.takes("N");
        let mut name = if self.takes("St") {
            "std".to_owned()
        } else if self.left.starts_with('S') {
            self.substitution()?
        } else {
            String::new()
        };
        loop {
            name = if self.left.starts_with('I') {
                self.with_arguments(&name)?
            } else {
                let separator = if name.is_empty() { "" } else { "::" };
                format!("{name}{separator}{}", self.source_name()?)
            };
            let has_arguments = self.left.starts_with('I');
            if is_nested && self.takes("E") || !is_nested && !has_arguments {
                return bounded(name);
            }
            name = self.know(name)?;
        }
    }

    /// One name, after its length.
    fn source_name(&mut self) -> Option<String> {
        // Of internal linkage.
        self.takes("L");
        let len = self.text(|it| it.is_ascii_digit()).parse().ok()?;
        let (name, left) = self.left.split_at_checked(len)?;
        self.left = left;
        match name {
            "" => None,
            name if name.starts_with("_GLOBAL__N") => Some(UNNAMED.to_owned()),
            name => Some(name.to_owned()),
        }
    }

    /// A template with the arguments that follow. Those of the function come last, so they are kept.
    fn with_arguments(&mut self, template: &str) -> Option<String> {
        self.take("I")?;
        let mut arguments = Vec::new();
        while !self.takes("E") {
            arguments.push(if self.takes("L") {
                self.literal()?
            } else {
                self.type_name()?
            });
        }
        let list = arguments.join(", ");
        // Those of a type are not those of the function.
        if self.depth == 0 {
            self.arguments = arguments;
        }
        let blank = if list.ends_with('>') { " " } else { "" };
        bounded(format!("{template}<{list}{blank}>"))
    }

    /// A number, a truth value, or one of an enumeration.
    fn literal(&mut self) -> Option<String> {
        let of = self.type_name()?;
        let sign = if self.takes("n") { "-" } else { "" };
        let digits = self.text(|it| it.is_ascii_digit());
        self.take("E")?;
        if digits.is_empty() {
            return None;
        }
        match (&*of, digits) {
            ("bool", "0") => Some("false".to_owned()),
            ("bool", "1") => Some("true".to_owned()),
            ("int", _) => Some(format!("{sign}{digits}")),
            ("bool" | "float" | "double" | "long double", _) => None,
            _ => Some(format!("({of}){sign}{digits}")),
        }
    }

    fn type_name(&mut self) -> Option<String> {
        let deeper = self.depth.checked_add(1);
        self.depth = deeper.filter(|depth| *depth <= DEEPEST)?;
        let name = self.type_within()?;
        self.depth = self.depth.saturating_sub(1);
        Some(name)
    }

    fn type_within(&mut self) -> Option<String> {
        let name = match self.left.chars().next()? {
            'S' if !self.left.starts_with("St") => {
                let name = self.substitution()?;
                if !self.left.starts_with('I') {
                    return Some(name);
                }
                self.with_arguments(&name)?
            }
            'T' => {
                let number = self.number("T", 10)?;
                self.arguments.get(number)?.clone()
            }
            'N' | 'S' | 'L' | '0'..='9' => self.name()?,
            letter => {
                self.left = self.left.get(1..)?;
                // References to references are one, and qualifiers are written in another order.
                let (after, not_after) = match letter {
                    'P' => ("*", &[][..]),
                    'R' => ("&", &["&"][..]),
                    'O' => ("&&", &["&"][..]),
                    'K' => (" const", QUALIFIED),
                    'V' => (" volatile", QUALIFIED),
                    letter => {
                        let mut types = BUILTIN.split(", ");
                        let name = types.find_map(|it| it.strip_prefix(letter)?.strip_prefix(' '));
                        return name.map(str::to_owned);
                    }
                };
                let of = self.type_name()?;
                if not_after.iter().any(|end| of.ends_with(end)) {
                    return None;
                }
                format!("{of}{after}")
            }
        };
        self.know(name)
    }

    /// The meaning of `S_` or `S0_`.
    fn substitution(&mut self) -> Option<String> {
        let number = self.number("S", 36)?;
        self.known.get(number).cloned()
    }

    /// 0 of the letter and `_`, 1 of it and `0_`, and so on.
    fn number(&mut self, letter: &str, radix: u32) -> Option<usize> {
        self.take(letter)?;
        let digits = self.text(|it| it.is_ascii_digit() || it.is_ascii_uppercase());
        let number = match digits {
            "" => 0,
            digits => usize::from_str_radix(digits, radix).ok()?.checked_add(1)?,
        };
        self.take("_")?;
        Some(number)
    }
}

fn bounded(text: String) -> Option<String> {
    (text.len() <= LONGEST).then_some(text)
}

/// The ends of types before which no qualifier stands.
const QUALIFIED: &[&str] = &[" const", " volatile", "&"];

/// The letters of built-in types.
const BUILTIN: &str = "v void, w wchar_t, b bool, c char, a signed char, h unsigned char, s short, \
    t unsigned short, i int, j unsigned int, l long, m unsigned long, x long long, y unsigned long long, \
    n __int128, o unsigned __int128, f float, d double, e long double, g __float128";

#[cfg(test)]
mod tests {
    extern crate std;

    use std::prelude::rust_2024::*;

    use super::{DEEPEST, demangle};

    /// The spelling of the crate `cpp_demangle`.
    fn spelled(symbol: &str) -> Option<String> {
        let options = cpp_demangle::DemangleOptions::new().no_return_type();
        let symbol = cpp_demangle::Symbol::new(symbol).ok()?;
        symbol.demangle_with_options(&options).ok()
    }

    fn equal_or_none(symbol: &str) -> Option<String> {
        let (name, parameters) = demangle(symbol)?;
        let name = name + &parameters;
        assert_eq!(Some(&name), spelled(symbol).as_ref(), "{symbol}");
        Some(name)
    }

    #[test]
    fn names_of_kernels() {
        let rows = include_str!("../../tests/it/cubin/demangled.txt").lines();
        for row in rows.filter(|row| row.contains(" => ")) {
            let (symbol, expected) = row.split_once(" => ").unwrap();
            let name = equal_or_none(symbol);
            assert_eq!(name.as_deref().unwrap_or("-"), expected, "{symbol}");
        }
        assert_eq!(demangle(""), None);
        let deep = |depth| format!("_Z1f{}i", "P".repeat(depth));
        assert!(demangle(&deep(DEEPEST - 1)).is_some());
        assert_eq!(demangle(&deep(DEEPEST)), None);
        // Each substitution is twice as long as the one before.
        let mut doubled = "_Z1fSt4pairIiiE".to_owned();
        for number in "0123456789A".split_inclusive(|_| true) {
            doubled += &["S_IS", number, "_S", number, "_E"].concat();
        }
        assert_eq!(demangle(&doubled), None);
    }

    /// Every symbol that a file of the repository has.
    #[test]
    fn symbols_of_the_repository() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
        let (mut found, mut named) = (0, 0);
        for folder in [
            "tests/fixtures/cubins",
            "tests/kernels",
            "occupancy-binary/fixtures",
            "occupancy-binary/tests/it/cubin",
            "cargo-occupancy/src",
            "cargo-occupancy/tests",
        ] {
            for file in std::fs::read_dir(format!("{root}/{folder}")).unwrap() {
                let bytes = std::fs::read(file.unwrap().path()).unwrap_or_default();
                let words = bytes.split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_');
                for word in words.filter(|word| word.starts_with(b"_Z")) {
                    found += 1;
                    named += usize::from(equal_or_none(str::from_utf8(word).unwrap()).is_some());
                }
            }
        }
        assert!(named > found / 2 && named > 300, "{named} of {found}");
    }
}
