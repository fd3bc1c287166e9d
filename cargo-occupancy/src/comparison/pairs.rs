//! Finds each kernel of one set in the other.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::Hash;

use crate::baseline::{Kernel, family, without_parameters};

/// A kernel of both sets, or of one, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) old: Option<usize>,
    pub(super) new: Option<usize>,
    /// The names differ: everything else is equal.
    pub(super) is_guessed: bool,
}

/// Every kernel of both sets once.
///
/// Kernels are paired by name and target, and if several have both, by library. Among the rest, two kernels are
/// taken for a renamed one if they are the only ones with the same name without parameters, the same template,
/// or the same figures.
pub(super) fn pairs(old: &[Kernel], new: &[Kernel]) -> Vec<Pair> {
    let mut found = Vec::new();
    let mut groups: BTreeMap<(&str, &str), [Vec<usize>; 2]> = BTreeMap::new();
    for (side, kernels) in [old, new].into_iter().enumerate() {
        for (number, kernel) in kernels.iter().enumerate() {
            let key = (&*kernel.name, &*kernel.target);
            groups.entry(key).or_default()[side].push(number);
        }
    }
    let (mut old_left, mut new_left) = (Vec::new(), Vec::new());
    for [old_group, new_group] in groups.into_values() {
        let matched = match_group(old, new, old_group, new_group);
        for pair in matched {
            match pair {
                Pair {
                    old: Some(number),
                    new: None,
                    ..
                } => old_left.push(number),
                Pair {
                    old: None,
                    new: Some(number),
                    ..
                } => new_left.push(number),
                both => found.push(both),
            }
        }
    }
    guess(&mut found, &mut old_left, &mut new_left, |number| {
        let kernel = number.of(old, new);
        (
            without_parameters(&kernel.name).to_owned(),
            kernel.target.clone(),
        )
    });
    guess(&mut found, &mut old_left, &mut new_left, |number| {
        let kernel = number.of(old, new);
        (family(&kernel.name), kernel.target.clone())
    });
    guess(&mut found, &mut old_left, &mut new_left, |number| {
        let kernel = number.of(old, new);
        (
            kernel.figures(),
            kernel.bounds().map(|(_, bound)| bound),
            kernel.target.clone(),
        )
    });
    let alone = |old, new| Pair {
        old,
        new,
        is_guessed: false,
    };
    found.extend(old_left.into_iter().map(|number| alone(Some(number), None)));
    found.extend(new_left.into_iter().map(|number| alone(None, Some(number))));
    found
}

/// Kernels of one name and target: those of one library together, and of these first the equal ones; then the
/// others in their order.
fn match_group(
    old: &[Kernel],
    new: &[Kernel],
    mut old_group: Vec<usize>,
    mut new_group: Vec<usize>,
) -> Vec<Pair> {
    let mut found = Vec::new();
    let is_equal: [fn(&Kernel, &Kernel) -> bool; 3] = [
        |a, b| a.library == b.library && a == b,
        |a, b| a.library == b.library,
        |_, _| true,
    ];
    for is_equal in is_equal {
        let mut left = Vec::new();
        for number in old_group {
            let place = new_group
                .iter()
                .position(|&other| is_equal(&old[number], &new[other]));
            match place {
                Some(place) => found.push(Pair {
                    old: Some(number),
                    new: Some(new_group.remove(place)),
                    is_guessed: false,
                }),
                None => left.push(number),
            }
        }
        old_group = left;
    }
    let alone = |old, new| Pair {
        old,
        new,
        is_guessed: false,
    };
    found.extend(
        old_group
            .into_iter()
            .map(|number| alone(Some(number), None)),
    );
    found.extend(
        new_group
            .into_iter()
            .map(|number| alone(None, Some(number))),
    );
    found
}

/// A kernel of either set.
#[derive(Clone, Copy)]
enum Number {
    Old(usize),
    New(usize),
}

impl Number {
    fn of<'k>(self, old: &'k [Kernel], new: &'k [Kernel]) -> &'k Kernel {
        match self {
            Self::Old(number) => &old[number],
            Self::New(number) => &new[number],
        }
    }
}

/// Pairs kernels that are alone in having a key.
fn guess<K: Eq + Hash>(
    found: &mut Vec<Pair>,
    old: &mut Vec<usize>,
    new: &mut Vec<usize>,
    key: impl Fn(Number) -> K,
) {
    if old.is_empty() || new.is_empty() {
        return;
    }
    let mut groups: HashMap<K, [Vec<usize>; 2]> = HashMap::new();
    for &number in &*old {
        groups.entry(key(Number::Old(number))).or_default()[0].push(number);
    }
    for &number in &*new {
        groups.entry(key(Number::New(number))).or_default()[1].push(number);
    }
    let mut pairs: Vec<_> = groups
        .into_values()
        .filter_map(|[old, new]| match (&*old, &*new) {
            (&[old], &[new]) => Some((old, new)),
            _ => None,
        })
        .collect();
    pairs.sort_unstable();
    for &(one, other) in &pairs {
        found.push(Pair {
            old: Some(one),
            new: Some(other),
            is_guessed: true,
        });
    }
    let (taken_old, taken_new): (HashSet<_>, HashSet<_>) = pairs.into_iter().unzip();
    old.retain(|number| !taken_old.contains(number));
    new.retain(|number| !taken_new.contains(number));
}

#[cfg(test)]
mod tests {
    use super::{Pair, pairs};
    use crate::baseline::{Kernel, kernel};

    fn of(name: &str, library: &str) -> Kernel {
        Kernel {
            library: library.to_owned(),
            ..kernel(name)
        }
    }

    /// Names and libraries of both sides, and whether the pair is guessed.
    fn paired(old: &[Kernel], new: &[Kernel]) -> Vec<(String, String, bool)> {
        let of = |kernels: &[Kernel], number: Option<usize>| {
            number.map_or(String::new(), |number| {
                let kernel = &kernels[number];
                format!("{} {}", kernel.name, kernel.library)
            })
        };
        let mut all: Vec<_> = pairs(old, new)
            .into_iter()
            .map(
                |Pair {
                     old: a,
                     new: b,
                     is_guessed,
                 }| (of(old, a), of(new, b), is_guessed),
            )
            .collect();
        all.sort();
        all
    }

    #[test]
    fn names_and_targets_come_first_then_libraries() {
        let mut other_target = of("f()", "a.so");
        other_target.target = "sm_80".to_owned();
        let old = [of("f()", "a.so"), of("f()", "b.so"), other_target.clone()];
        let new = [other_target, of("f()", "b.so"), of("f()", "c.so")];
        assert_eq!(
            paired(&old, &new),
            [
                ("f() a.so".to_owned(), "f() a.so".to_owned(), false),
                // The library has another name.
                ("f() a.so".to_owned(), "f() c.so".to_owned(), false),
                ("f() b.so".to_owned(), "f() b.so".to_owned(), false),
            ]
        );
    }

    #[test]
    fn renamed_kernels_are_guessed_by_what_is_equal_alone() {
        let old = [
            of("f(int)", "a"),
            of("g<1>(int)", "a"),
            of("h()", "a"),
            of("i()", "a"),
        ];
        let mut other = of("k()", "a");
        other.registers = Some(1);
        let mut same_as_h = of("j()", "a");
        same_as_h.code_bytes = Some(7);
        let mut h = old.clone();
        h[2].code_bytes = Some(7);
        let new = [of("f(long)", "a"), of("g<2>(int)", "a"), same_as_h, other];
        assert_eq!(
            paired(&h, &new),
            [
                (String::new(), "k() a".to_owned(), false),
                ("f(int) a".to_owned(), "f(long) a".to_owned(), true),
                ("g<1>(int) a".to_owned(), "g<2>(int) a".to_owned(), true),
                ("h() a".to_owned(), "j() a".to_owned(), true),
                ("i() a".to_owned(), String::new(), false),
            ]
        );
    }

    #[test]
    fn what_is_not_alone_is_not_guessed() {
        let old = [of("f<1>()", "a"), of("f<2>()", "a")];
        let new = [of("f<3>()", "a"), of("f<4>()", "a")];
        assert!(
            paired(&old, &new)
                .iter()
                .all(|(old, new, _)| old.is_empty() || new.is_empty())
        );
    }

    #[test]
    fn kernels_of_one_name_are_each_paired_once() {
        let mut small = of("f()", "a");
        small.registers = Some(8);
        let old = [small.clone(), of("f()", "a")];
        let new = [of("f()", "a"), small, of("f()", "a")];
        let found = pairs(&old, &new);
        assert_eq!(found.len(), 3);
        // Equal ones are found first.
        for pair in found {
            if let (Some(one), Some(other)) = (pair.old, pair.new) {
                assert_eq!(old[one], new[other]);
            }
        }
    }
}
