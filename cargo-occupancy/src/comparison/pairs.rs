//! Finds each kernel of one set in the other.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use itertools::Itertools;

use crate::build::Kernel;
use crate::name::{template, without_parameters};

/// A kernel of both sets, or of one: its index in the old and in the new set, and `true` if it is guessed to be the same,
/// since the names differ.
pub(super) type Pair = ([Option<usize>; 2], bool);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum MatchedBy {
    #[default]
    Same,
    Guess,
}
impl MatchedBy {
    pub(crate) fn is_guess(self) -> bool {
        self == Self::Guess
    }
    pub(crate) fn remark(self) -> Option<&'static str> {
        None
    }
}
#[derive(Debug)]
pub(crate) struct Rename;
impl std::fmt::Display for Rename {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Ok(())
    }
}
pub(super) struct Matched {
    pub(super) kernels: [Option<usize>; 2],
    pub(super) by: MatchedBy,
}
pub(super) struct Matches {
    pub(super) pairs: Vec<Matched>,
    pub(super) renames: Vec<Rename>,
}
pub(super) fn matched(old: &[Kernel], new: &[Kernel]) -> Matches {
    let pairs = pairs(old, new)
        .into_iter()
        .map(|(kernels, is_guessed)| Matched {
            kernels,
            by: if is_guessed {
                MatchedBy::Guess
            } else {
                MatchedBy::Same
            },
        });
    Matches {
        pairs: pairs.collect(),
        renames: Vec::new(),
    }
}

/// Pairs the kernels of both sets; each is in one pair.
///
/// They are paired by name and target, and if several have both, by library. A version in a namespace does not
/// make it another name. Among the rest, two kernels are taken for a renamed one if they are the only ones with the
/// same name without parameters, the same template, or the same figures; but a name that both sets have is no
/// former name.
pub(super) fn pairs(old: &[Kernel], new: &[Kernel]) -> Vec<Pair> {
    let mut all = Pairs {
        left: [old, new].map(|kernels| kernels.iter().enumerate().collect()),
        found: Vec::new(),
    };
    // The same version before others, of these the same library, and of these equal kernels first.
    let names: [fn(&Kernel) -> &String; 2] = [|it| &it.name.full, |it| &it.name.unversioned];
    for name in names {
        all.find(false, |it| (name(it), &it.target, &it.library, &it.figures));
        all.find(false, |it| (name(it), &it.target, &it.library));
        all.find(false, |it| (name(it), &it.target));
    }
    // A kernel that still has its name was not renamed.
    let [old_names, new_names] = [old, new].map(|all| {
        all.iter()
            .map(|it| &it.name.unversioned)
            .collect::<HashSet<_>>()
    });
    all.leave(0, |it| new_names.contains(&it.name.unversioned));
    all.leave(1, |it| old_names.contains(&it.name.unversioned));
    all.find(true, |it| {
        (without_parameters(&it.name.unversioned), &it.target)
    });
    all.find(true, |it| (template(&it.name.unversioned), &it.target));
    all.find(true, |it| (&it.figures, &it.target));
    all.leave(0, |_| true);
    all.leave(1, |_| true);
    all.found
}

/// The pairs that are found, and the kernels that are left of both sets, each with its index.
struct Pairs<'k> {
    left: [Vec<(usize, &'k Kernel)>; 2],
    found: Vec<Pair>,
}

impl<'k> Pairs<'k> {
    /// Pairs kernels with the same key, in their order. A guess pairs only two kernels that share their key with no other.
    fn find<K: Eq + Hash>(&mut self, is_guessed: bool, key: impl Fn(&'k Kernel) -> K) {
        let mut groups: HashMap<K, [Vec<usize>; 2]> = HashMap::new();
        for (side, kernels) in self.left.iter().enumerate() {
            for (number, kernel) in kernels {
                groups.entry(key(kernel)).or_default()[side].push(*number);
            }
        }
        groups.retain(|_, [old, new]| !is_guessed || (old.len(), new.len()) == (1, 1));
        let matches = groups.into_values();
        let all = matches.flat_map(|[old, new]| old.into_iter().zip(new));
        let found: Vec<_> = all.sorted_unstable().collect();
        let pair = |&(old, new)| ([Some(old), Some(new)], is_guessed);
        self.found.extend(found.iter().map(pair));
        let (old, new): (HashSet<_>, HashSet<_>) = found.into_iter().unzip();
        for (left, taken) in self.left.iter_mut().zip([old, new]) {
            left.retain(|(number, _)| !taken.contains(number));
        }
    }

    /// Leaves kernels of one side without a partner.
    fn leave(&mut self, side: usize, is_alone: impl Fn(&Kernel) -> bool) {
        for (number, _) in self.left[side].extract_if(.., |(_, kernel)| is_alone(kernel)) {
            let mut alone = [None; 2];
            alone[side] = Some(number);
            self.found.push((alone, false));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::pairs;
    use crate::build::Kernel;
    use crate::name::Names;

    /// Nothing is known about these kernels, so all figures are equal, and most kernels are of one template.
    #[test]
    fn a_name_that_both_sets_have_is_no_former_name() {
        let (mut all, mut names) = (Vec::new(), Names::default());
        for name in ["f<1>(int)", "f<2>(int)", "f<1>(long)", "g()"] {
            for target in ["sm_80", "sm_90"] {
                all.extend(["a", "b"].map(|library| Kernel {
                    name: names.of_name(name),
                    target: target.into(),
                    library: library.into(),
                    ..Kernel::default()
                }));
            }
        }
        // Pairs of random sets.
        let some = |seed: u32| -> Vec<Kernel> {
            let bits = seed.wrapping_mul(0x9e37_79b9);
            let kernels = all.iter().enumerate();
            let kernels = kernels.filter(|(number, _)| bits >> number & 1 == 1);
            kernels.map(|(_, kernel)| kernel.clone()).collect()
        };
        let mut guessed = 0;
        for (old, new) in (0..3000).map(|seed| (some(seed), some(seed + 7919))) {
            for (pair, _) in pairs(&old, &new).iter().filter(|pair| pair.1) {
                let [one, other] = pair.map(Option::unwrap);
                assert!(
                    new.iter()
                        .all(|kernel| kernel.name.full != old[one].name.full)
                );
                assert!(
                    old.iter()
                        .all(|kernel| kernel.name.full != new[other].name.full)
                );
                guessed += 1;
            }
        }
        assert!(guessed > 10, "{guessed}");
    }
}
