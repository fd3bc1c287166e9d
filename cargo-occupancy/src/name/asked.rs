//! The kernels that `--kernel` names.

use wildmatch::WildMatchPattern;

use super::{normalised, without_versions};
use crate::demangle::demangle;

/// What a terminal shows in place of the middle of a name that is too long: any text.
const ANY: char = '…';

/// A text of `--kernel`: a name as it is printed anywhere, or a part of one.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    pub(crate) text: String,
    /// As a baseline spells it.
    spelled: String,
    unversioned: String,
}

/// How well a text names a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Not,
    Part,
    /// The whole name, but for what compilers spell differently and what versions change.
    Spelled,
    Whole,
}

impl Name {
    pub(crate) fn new(text: &str) -> Self {
        let spelled = normalised(text);
        Self {
            text: text.to_owned(),
            unversioned: without_versions(&spelled),
            spelled,
        }
    }

    /// Whether it is the name of a kernel, or a part of it. `names` are all that the kernel has: see [`names`].
    pub(crate) fn fits(&self, names: &[String]) -> bool {
        self.fit(names) > Fit::Not
    }

    /// Whether it is the name of a kernel, and not a part of it.
    pub(crate) fn is_whole(&self, names: &[String]) -> bool {
        self.fit(names) > Fit::Part
    }

    fn fit(&self, names: &[String]) -> Fit {
        let any = |is_it: &dyn Fn(&str) -> bool| names.iter().any(|name| is_it(name));
        if any(&|name| is_like(&self.text, name)) {
            Fit::Whole
        } else if any(&|name| is_like(&self.unversioned, &without_versions(name))) {
            Fit::Spelled
        } else if any(&|name| is_in(&self.text, name) || is_in(&self.spelled, name)) {
            Fit::Part
        } else {
            Fit::Not
        }
    }
}

fn is_like(pattern: &str, name: &str) -> bool {
    if pattern.contains(ANY) {
        WildMatchPattern::<ANY, '\0'>::new(pattern).matches(name)
    } else {
        name == pattern
    }
}

/// Nothing is in no name.
fn is_in(part: &str, name: &str) -> bool {
    if part.contains(ANY) {
        is_like(&format!("{ANY}{part}{ANY}"), name)
    } else {
        !part.is_empty() && name.contains(part)
    }
}

/// The names of a kernel of this symbol: in the file, in the source, and in a baseline.
pub(crate) fn names(symbol: &str) -> Vec<String> {
    vec![symbol.to_owned(), demangle(symbol), normalised(symbol)]
}

/// Leaves the kernels that are asked for, each by its names: those that a text names as a whole; if there are none, those
/// whose names it is a part of. Without a text, all of them.
pub(crate) fn retain_asked<T>(
    texts: &[Name],
    kernels: &mut Vec<T>,
    names: impl Fn(&T) -> Vec<String>,
) {
    if texts.is_empty() {
        return;
    }
    let names: Vec<_> = kernels.iter().map(names).collect();
    let mut is_asked = vec![false; names.len()];
    for text in texts {
        let fits: Vec<_> = names.iter().map(|names| text.fit(names)).collect();
        let best = fits.iter().max().filter(|best| **best > Fit::Not);
        for (is_asked, fit) in is_asked.iter_mut().zip(&fits) {
            *is_asked |= best == Some(fit);
        }
    }
    let mut is_asked = is_asked.into_iter();
    kernels.retain(|_| is_asked.next() == Some(true));
}

#[cfg(test)]
mod tests {
    use super::{Name, names, retain_asked};

    /// The numbers of the kernels that a text selects.
    fn selected(text: &str, symbols: &[&str]) -> Vec<usize> {
        let mut numbers: Vec<_> = (0..symbols.len()).collect();
        retain_asked(&[Name::new(text)], &mut numbers, |&number| {
            names(symbols[number])
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
            ("f<A<B<int> > >()", &[3]),
            ("f<A<B<int>>>()", &[3]),
            ("<B<int> >", &[3]),
            ("<B<int>>", &[3]),
            ("blas::dot(…)", &[2]),
            ("s…y", &[0]),
            ("…", &[0, 1, 2, 3]),
            ("q…y", &[]),
            ("saxpy3", &[]),
            (" ", &[2, 3]),
            ("\t", &[]),
        ] {
            assert_eq!(selected(text, &symbols), numbers, "{text:?}");
        }
    }

    #[test]
    fn versions_of_a_namespace_are_one_name() {
        let symbols = ["_ZN3cub17CUB_200400_900_NS4scanEv", "_ZN3cub4scanEi"];
        assert_eq!(selected("cub::CUB_200302_800_NS::scan()", &symbols), [0]);
        assert_eq!(selected("cub::scan()", &symbols), [0]);
    }

    /// Every form of a name selects its kernel among all of them.
    #[test]
    fn every_printed_name_selects_its_kernel() {
        let symbols = crate::name::tests::SYMBOLS;
        for (number, symbol) in symbols.iter().enumerate() {
            for name in names(symbol) {
                assert_eq!(selected(&name, symbols), [number], "{name}");
            }
        }
    }
}
