//! Finds each kernel of one set in the other.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use crate::baseline::Kernel;
use crate::name::{family, without_parameters};

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
    let mut all = Pairs {
        left: [old, new].map(|kernels| kernels.iter().enumerate().collect()),
        found: Vec::new(),
    };
    // Those of one version before others, of these those of one library together, and of these first the equal ones;
    // then the others in their order.
    all.find(false, |of| (of.key(), &of.figures));
    all.find(false, Kernel::key);
    all.find(false, |of| (&of.name, &of.target));
    all.find(false, |of| {
        (of.unversioned(), &of.target, &of.library, &of.figures)
    });
    all.find(false, |of| (of.unversioned(), &of.target, &of.library));
    all.find(false, |of| (of.unversioned(), &of.target));
    // What still has its name was not renamed.
    let [old_names, new_names] =
        [old, new].map(|all| all.iter().map(Kernel::unversioned).collect::<HashSet<_>>());
    all.leave(0, |of| new_names.contains(&of.unversioned()));
    all.leave(1, |of| old_names.contains(&of.unversioned()));
    all.find(true, |of| {
        let name = of.unversioned();
        (without_parameters(&name).to_owned(), &of.target)
    });
    all.find(true, |of| (family(&of.unversioned()), &of.target));
    all.find(true, |of| (&of.figures, &of.target));
    all.leave(0, |_| true);
    all.leave(1, |_| true);
    all.found
}

/// The pairs that are found, and what is left of both sets, with its numbers.
struct Pairs<'k> {
    left: [Vec<(usize, &'k Kernel)>; 2],
    found: Vec<Pair>,
}

impl<'k> Pairs<'k> {
    /// Pairs kernels with the same key, in their order. A guess pairs only those that are alone in having a key.
    fn find<K: Eq + Hash>(&mut self, is_guessed: bool, key: impl Fn(&'k Kernel) -> K) {
        let mut groups: HashMap<K, [Vec<usize>; 2]> = HashMap::new();
        for (side, kernels) in self.left.iter().enumerate() {
            for (number, kernel) in kernels {
                groups.entry(key(kernel)).or_default()[side].push(*number);
            }
        }
        let groups = groups.into_values();
        let groups = groups.filter(|[old, new]| !is_guessed || (old.len(), new.len()) == (1, 1));
        let found = groups.flat_map(|[old, new]| old.into_iter().zip(new));
        let mut found: Vec<_> = found.collect();
        found.sort_unstable();
        self.found.extend(found.iter().map(|&(old, new)| Pair {
            old: Some(old),
            new: Some(new),
            is_guessed,
        }));
        let (old, new): (HashSet<_>, HashSet<_>) = found.into_iter().unzip();
        for (left, taken) in self.left.iter_mut().zip([old, new]) {
            left.retain(|(number, _)| !taken.contains(number));
        }
    }

    /// Leaves kernels of one side without another.
    fn leave(&mut self, side: usize, is_alone: impl Fn(&Kernel) -> bool) {
        for (number, _) in self.left[side].extract_if(.., |(_, kernel)| is_alone(kernel)) {
            self.found.push(Pair {
                old: (side == 0).then_some(number),
                new: (side == 1).then_some(number),
                is_guessed: false,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use occupancy_report::calculator::Cell;

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
        let other = of("k()", "a").with("registers", Cell::Number(1));
        let same_as_h = of("j()", "a").with("code_bytes", Cell::Number(7));
        let mut h = old.clone();
        h[2] = h[2].with("code_bytes", Cell::Number(7));
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
        let small = of("f()", "a").with("registers", Cell::Number(8));
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
