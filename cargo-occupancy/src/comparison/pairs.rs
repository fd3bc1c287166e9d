//! Finds each kernel of one set in the other.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::Hash;

use crate::baseline::Kernel;
use crate::name::{family, without_parameters, without_versions};

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
/// Kernels are paired by name and target, and if several have both, by library. A version in a namespace does not
/// make it another name. Among the rest, two kernels are taken for a renamed one if they are the only ones with the
/// same name without parameters, the same template, or the same figures; but a name that both sets have is no
/// former name.
pub(super) fn pairs(old: &[Kernel], new: &[Kernel]) -> Vec<Pair> {
    let mut found = Vec::new();
    let unversioned = |kernel: &Kernel| without_versions(&kernel.name);
    let names = [old, new].map(|kernels| kernels.iter().map(unversioned).collect::<Vec<_>>());
    let mut groups: BTreeMap<(&str, &str), [Vec<usize>; 2]> = BTreeMap::new();
    for (side, kernels) in [old, new].into_iter().enumerate() {
        for (number, kernel) in kernels.iter().enumerate() {
            let key = (&*names[side][number], &*kernel.target);
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
    let alone = |old, new| Pair {
        old,
        new,
        is_guessed: false,
    };
    // What still has its name was not renamed.
    let [old_names, new_names] = [0, 1].map(|side| names[side].iter().collect::<HashSet<_>>());
    let kept = old_left.extract_if(.., |&mut number| new_names.contains(&names[0][number]));
    found.extend(kept.map(|number| alone(Some(number), None)));
    let kept = new_left.extract_if(.., |&mut number| old_names.contains(&names[1][number]));
    found.extend(kept.map(|number| alone(None, Some(number))));
    let name = |number: Number| match number {
        Number::Old(number) => &*names[0][number],
        Number::New(number) => &*names[1][number],
    };
    guess(&mut found, &mut old_left, &mut new_left, |number| {
        let target = &number.of(old, new).target;
        (without_parameters(name(number)), target)
    });
    guess(&mut found, &mut old_left, &mut new_left, |number| {
        (family(name(number)), &number.of(old, new).target)
    });
    guess(&mut found, &mut old_left, &mut new_left, |number| {
        let kernel = number.of(old, new);
        (
            kernel.figures(),
            kernel.bounds().map(|(_, bound)| bound),
            &kernel.target,
        )
    });
    found.extend(old_left.into_iter().map(|number| alone(Some(number), None)));
    found.extend(new_left.into_iter().map(|number| alone(None, Some(number))));
    found
}

/// Kernels of one name and target: those of one version before others, of these those of one library together, and
/// of these first the equal ones; then the others in their order.
fn match_group(
    old: &[Kernel],
    new: &[Kernel],
    mut old_group: Vec<usize>,
    mut new_group: Vec<usize>,
) -> Vec<Pair> {
    let mut found = Vec::new();
    let is_equal: [fn(&Kernel, &Kernel) -> bool; 6] = [
        |a, b| a.name == b.name && a.library == b.library && a.uses_the_same(b),
        |a, b| a.name == b.name && a.library == b.library,
        |a, b| a.name == b.name,
        |a, b| a.library == b.library && a.uses_the_same(b),
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

    /// All figures of these kernels are equal, and most are of one template.
    #[test]
    fn a_name_that_both_sets_have_is_no_former_name() {
        let at = |name: &str, target: &str, library: &str| Kernel {
            target: target.to_owned(),
            ..of(name, library)
        };
        let names = ["f<1>(int)", "f<2>(int)", "f<1>(long)", "g()"];
        let mut all = Vec::new();
        for name in names {
            for target in ["sm_80", "sm_90"] {
                all.extend(["a", "b"].map(|library| at(name, target, library)));
            }
        }
        let count = 1_u32 << all.len();
        // Each of some sets against each of some others.
        let some = |seed: u32| {
            let bits = seed.wrapping_mul(0x9e37_79b9) % count;
            let is_in = |number: &usize| bits >> number & 1 == 1;
            let numbers = (0..all.len()).filter(is_in);
            numbers
                .map(|number| all[number].clone())
                .collect::<Vec<_>>()
        };
        let mut guessed = 0;
        for (old, new) in (0..3000).map(|seed| (some(seed), some(seed + 7919))) {
            for pair in pairs(&old, &new).iter().filter(|pair| pair.is_guessed) {
                let (one, other) = (&old[pair.old.unwrap()], &new[pair.new.unwrap()]);
                assert!(new.iter().all(|kernel| kernel.name != one.name));
                assert!(old.iter().all(|kernel| kernel.name != other.name));
                guessed += 1;
            }
        }
        assert!(guessed > 10, "{guessed}");
    }

    #[test]
    fn a_version_is_no_part_of_a_name() {
        let scan = |version: &str, arguments: &str| {
            let name = format!("cub::{version}::scan<{arguments}>(cub::{version}::P*)");
            of(&name, "a")
        };
        let old = [
            scan("CUB_200302_800_NS", "1"),
            scan("CUB_200302_800_NS", "2"),
        ];
        for version in [
            "CUB_200400_800_900_NS",
            "CUB_300001_SM_900",
            "_V_300300_SM_900",
        ] {
            let new = [scan(version, "2"), scan(version, "1"), scan(version, "3")];
            let found = pairs(&old, &new);
            let pair = |old, new| Pair {
                old,
                new,
                is_guessed: false,
            };
            assert_eq!(found.len(), 3);
            assert!(
                found.contains(&pair(Some(0), Some(1))) && found.contains(&pair(Some(1), Some(0)))
            );
        }
        // Several versions in one file: each is paired with itself.
        let both = [old[0].clone(), scan("CUB_300001_SM_900", "1")];
        let reversed = [both[1].clone(), both[0].clone()];
        for pair in pairs(&both, &reversed) {
            assert_eq!(
                both[pair.old.unwrap()].name,
                reversed[pair.new.unwrap()].name
            );
        }
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
