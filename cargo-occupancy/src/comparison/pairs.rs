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

    use super::pairs;
    use crate::baseline::{Kernel, kernel};

    /// A kernel by its name, target and library, and a number if its code has another size than that of the others.
    fn of(stated: &str) -> Kernel {
        let mut words = stated.split(' ');
        let mut word = || words.next().unwrap_or_default().to_owned();
        let (name, target, library, code) = (word(), word(), word(), word());
        let kernel = Kernel {
            target,
            library,
            ..kernel(&name)
        };
        match code.parse() {
            Ok(bytes) => kernel.with("code_bytes", Cell::Number(bytes)),
            Err(_) => kernel,
        }
    }

    /// Kernels of two builds, and how they are paired: those that are guessed have `~`.
    #[track_caller]
    fn paired(old: &[&str], new: &[&str], expected: &[&str]) {
        let kernels =
            |stated: &[&str]| -> Vec<Kernel> { stated.iter().map(|one| of(one)).collect() };
        let all = pairs(&kernels(old), &kernels(new));
        let mut all: Vec<_> = all
            .iter()
            .map(|pair| {
                let old = pair.old.map_or("-", |number| old[number]);
                let new = pair.new.map_or("-", |number| new[number]);
                format!("{old} {} {new}", if pair.is_guessed { "~" } else { "=" })
            })
            .collect();
        all.sort();
        assert_eq!(all, expected);
    }

    #[test]
    fn names_and_targets_come_first_then_libraries() {
        paired(
            &["f() sm_90 a", "f() sm_90 b", "f() sm_80 a"],
            &["f() sm_80 a", "f() sm_90 b", "f() sm_90 c"],
            // The library has another name.
            &[
                "f() sm_80 a = f() sm_80 a",
                "f() sm_90 a = f() sm_90 c",
                "f() sm_90 b = f() sm_90 b",
            ],
        );
    }

    #[test]
    fn renamed_kernels_are_guessed_by_what_is_equal_alone() {
        paired(
            &[
                "f(int) sm_90 a",
                "g<1>(int) sm_90 a",
                "h() sm_90 a 7",
                "i() sm_90 a",
            ],
            &[
                "f(long) sm_90 a",
                "g<2>(int) sm_90 a",
                "j() sm_90 a 7",
                "k() sm_90 a 9",
            ],
            &[
                "- = k() sm_90 a 9",
                "f(int) sm_90 a ~ f(long) sm_90 a",
                "g<1>(int) sm_90 a ~ g<2>(int) sm_90 a",
                "h() sm_90 a 7 ~ j() sm_90 a 7",
                "i() sm_90 a = -",
            ],
        );
        paired(
            &["f<1>() sm_90 a", "f<2>() sm_90 a"],
            &["f<3>() sm_90 a", "f<4>() sm_90 a"],
            &[
                "- = f<3>() sm_90 a",
                "- = f<4>() sm_90 a",
                "f<1>() sm_90 a = -",
                "f<2>() sm_90 a = -",
            ],
        );
    }

    /// Equal ones are found first.
    #[test]
    fn kernels_of_one_name_are_each_paired_once() {
        paired(
            &["f() sm_90 a 8", "f() sm_90 a"],
            &["f() sm_90 a", "f() sm_90 a 8", "f() sm_90 a"],
            &[
                "- = f() sm_90 a",
                "f() sm_90 a 8 = f() sm_90 a 8",
                "f() sm_90 a = f() sm_90 a",
            ],
        );
    }

    /// All figures of these kernels are equal, and most are of one template.
    #[test]
    fn a_name_that_both_sets_have_is_no_former_name() {
        let mut all = Vec::new();
        for name in ["f<1>(int)", "f<2>(int)", "f<1>(long)", "g()"] {
            for place in ["sm_80 a", "sm_80 b", "sm_90 a", "sm_90 b"] {
                all.push(of(&format!("{name} {place}")));
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

    /// Several versions in one file are each paired with themselves.
    #[test]
    fn a_version_is_no_part_of_a_name() {
        let scan = |version: &str, arguments: &str| {
            format!("cub::{version}::scan<{arguments}>(cub::{version}::P*) sm_90 a")
        };
        let old = ["1", "2"].map(|arguments| scan("CUB_200302_800_NS", arguments));
        for version in [
            "CUB_200400_800_900_NS",
            "CUB_300001_SM_900",
            "_V_300300_SM_900",
        ] {
            let new = ["2", "1", "3"].map(|arguments| scan(version, arguments));
            let same = [0, 1].map(|number| format!("{} = {}", old[number], new[1 - number]));
            paired(
                &old.each_ref().map(String::as_str),
                &new.each_ref().map(String::as_str),
                &[&format!("- = {}", new[2]), &same[0], &same[1]],
            );
        }
        let (one, other) = (&old[0], &scan("CUB_300001_SM_900", "1"));
        let same = [one, other].map(|name| format!("{name} = {name}"));
        paired(
            &[one, other],
            &[other, one],
            &same.each_ref().map(String::as_str),
        );
    }
}
