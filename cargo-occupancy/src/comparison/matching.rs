//! Finds each kernel of one build in the other.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use itertools::Itertools;
use occupancy_core::kernel::Figure;

use crate::build::{Kernel, METRICS};
use crate::name::{without_hashes, without_lambda_numbers, without_parameters};

/// How a kernel was found in the other build.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum MatchedBy {
    /// By its name, maybe without versions of namespaces.
    #[default]
    Same,
    Library,
    Hashes,
    Lambdas,
    Parameters,
    Template,
}

impl MatchedBy {
    /// Returns `true` if it may be another kernel. A guess is shown, and fails nothing.
    pub(crate) fn is_guess(self) -> bool {
        matches!(self, Self::Lambdas | Self::Template)
    }

    /// How it was found, if its name or its library is another one.
    pub(crate) fn remark(self) -> Option<&'static str> {
        Some(match self {
            Self::Same => return None,
            Self::Library => "in another library",
            Self::Hashes => "without the hashes of their files",
            Self::Lambdas => "by the order of their lambdas, a guess",
            Self::Parameters => "without their parameters",
            Self::Template => "as the only instance of their template, a guess",
        })
    }
}

/// A kernel of both builds, or of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Matched {
    /// Its place in the old and in the new build.
    pub(super) kernels: [Option<usize>; 2],
    pub(super) by: MatchedBy,
    /// The other build has nothing of it.
    pub(super) apart: Option<Apart>,
}

/// A library or a target that one build has not at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Apart {
    Library,
    Target,
}

/// Matches the kernels of two builds, each once, by less and less of their names. Libraries are never mixed: a kernel is
/// one of another library only if each build has one of its name and target.
pub(super) fn matched<'k>(old: &'k [Kernel], new: &'k [Kernel]) -> Vec<Matched> {
    let libraries = libraries([old, new]);
    let all = [old, new].map(|kernels| {
        let all = kernels.iter().enumerate();
        let of = |(number, kernel): (usize, &'k Kernel)| {
            let library: &str = &kernel.library;
            Left {
                number,
                kernel,
                library: libraries.get(library).copied().unwrap_or(library),
            }
        };
        all.map(of).collect_vec()
    });
    let mut matching = Matching {
        left: all.clone(),
        pairs: Vec::new(),
    };
    matching.find_all(|it| &it.kernel.name.full);
    matching.find_all(Left::name);
    matching.find_moved(&all);
    matching.find_spelled(MatchedBy::Hashes, ALONE, without_hashes);
    let former = matching.without_present(&all);
    matching.find_spelled(MatchedBy::Lambdas, EVEN, |name| {
        without_lambda_numbers(&without_hashes(name))
    });
    matching.find(MatchedBy::Parameters, ALONE, |it| {
        it.placed(without_parameters(it.name()))
    });
    matching.find(MatchedBy::Template, ALONE, |it| {
        it.placed(&it.kernel.name.template)
    });
    for (left, former) in matching.left.iter_mut().zip(former) {
        left.extend(former);
    }
    matching.done(&all)
}

/// The new names of libraries: of the only one of each build, or of the only ones whose names differ but for numbers and
/// hashes.
fn libraries<'k>(builds: [&'k [Kernel]; 2]) -> HashMap<&'k str, &'k str> {
    let builds = builds.map(|kernels| {
        let libraries = kernels.iter().map(|kernel| &*kernel.library);
        libraries.unique().collect_vec()
    });
    let is_one = builds.iter().all(|libraries| libraries.len() == 1);
    let [old, new] = builds.map(|libraries| {
        libraries.into_iter().into_group_map_by(|library| {
            let name = without_hashes(if is_one { "" } else { library });
            let parts = name.split(|letter: char| letter == '.' || letter.is_ascii_digit());
            parts.filter(|part| !part.is_empty()).join(".")
        })
    });
    let only = |(stem, libraries): (String, Vec<&'k str>)| match (&*libraries, &**new.get(&stem)?) {
        ([old], [new]) => Some((*old, *new)),
        _ => None,
    };
    old.into_iter().filter_map(only).collect()
}

/// A kernel without a partner so far.
#[derive(Clone, Copy)]
struct Left<'k> {
    number: usize,
    kernel: &'k Kernel,
    /// The library, by its name in the new build.
    library: &'k str,
}

impl<'k> Left<'k> {
    fn name(&self) -> &'k str {
        &self.kernel.name.unversioned
    }

    /// A spelling of the name with its target and library.
    fn placed<'n>(&self, name: &'n str) -> [&'n str; 3]
    where
        'k: 'n,
    {
        [name, &self.kernel.target, self.library]
    }
}

/// Counts of kernels with one key that match.
type Fits = fn([usize; 2]) -> bool;

const ANY: Fits = |_| true;
const ALONE: Fits = |counts| counts == [1, 1];
const EVEN: Fits = |[old, new]| old == new;

struct Matching<'k> {
    left: [Vec<Left<'k>>; 2],
    pairs: Vec<Matched>,
}

impl<'k> Matching<'k> {
    /// Matches kernels with the same key, in the order of their names and figures.
    fn find<K: Eq + Hash>(&mut self, by: MatchedBy, fits: Fits, key: impl Fn(&Left<'k>) -> K) {
        let mut groups: HashMap<K, [Vec<Left<'k>>; 2]> = HashMap::new();
        for (side, kernels) in self.left.iter_mut().enumerate() {
            for kernel in kernels.drain(..) {
                groups.entry(key(&kernel)).or_default()[side].push(kernel);
            }
        }
        for mut group in groups.into_values() {
            let mut found = 0;
            if fits(group.each_ref().map(Vec::len)) {
                for kernels in &mut group {
                    // A number with fewer digits comes first.
                    kernels.sort_by_key(|it| {
                        let name = it.name();
                        (name.len(), name, &it.kernel.figures, it.number)
                    });
                }
                let [old, new] = &group;
                let pairs = old.iter().zip(new).map(|(old, new)| Matched {
                    kernels: [Some(old.number), Some(new.number)],
                    by,
                    apart: None,
                });
                found = pairs.len();
                self.pairs.extend(pairs);
            }
            for (left, kernels) in self.left.iter_mut().zip(group) {
                left.extend(kernels.into_iter().skip(found));
            }
        }
    }

    /// Matches all kernels with the same spelling of the name in the same place: of several, those of equal figures first.
    fn find_all(&mut self, name: fn(&Left<'k>) -> &'k str) {
        // A baseline does not always state the bytes of code.
        let keys = METRICS.iter().map(|metric| metric.key);
        let keys = keys.filter(|key| *key != Figure::CodeBytes.into());
        let keys = keys.collect_vec();
        self.find(MatchedBy::Same, ALONE, |it| it.placed(name(it)));
        self.find(MatchedBy::Same, ANY, |it| {
            (it.placed(name(it)), &it.kernel.figures)
        });
        self.find(MatchedBy::Same, ANY, |it| {
            (it.placed(name(it)), it.kernel.figures.only(&keys))
        });
        self.find(MatchedBy::Same, ANY, |it| it.placed(name(it)));
    }

    /// Matches kernels of different libraries.
    fn find_moved(&mut self, all: &[Vec<Left<'k>>; 2]) {
        let counts = all.each_ref().map(|kernels| {
            let places = kernels.iter().map(|it| (it.name(), &it.kernel.target));
            places.counts()
        });
        self.find(MatchedBy::Library, ALONE, |it| {
            let place = (it.name(), &it.kernel.target);
            let is_only = counts.iter().all(|counts| counts.get(&place) == Some(&1));
            (place, (!is_only).then_some(it.library))
        });
    }

    /// Matches kernels with the same spelling of the name, which is made once a name.
    fn find_spelled(&mut self, by: MatchedBy, fits: Fits, spell: impl Fn(&str) -> String) {
        let names = self.left.iter().flatten().map(Left::name).unique();
        let spelled: HashMap<_, _> = names.map(|name| (name, spell(name))).collect();
        self.find(by, fits, |it| it.placed(&spelled[it.name()]));
    }

    /// Takes away the kernels with a name that the other build has, too: it is no former name of another kernel.
    fn without_present(&mut self, all: &[Vec<Left<'k>>; 2]) -> [Vec<Left<'k>>; 2] {
        let names = all.each_ref().map(|kernels| {
            let names = kernels.iter().map(Left::name);
            names.collect::<HashSet<_>>()
        });
        [0, 1].map(|side| {
            let is_present = |it: &mut Left<'k>| names[1 - side].contains(it.name());
            self.left[side].extract_if(.., is_present).collect()
        })
    }

    /// The pairs, and each kernel that is left, alone.
    fn done(mut self, all: &[Vec<Left<'k>>; 2]) -> Vec<Matched> {
        for (side, left) in self.left.iter().enumerate() {
            let others = all[1 - side].iter();
            let others = others.map(|it| (it.library, &it.kernel.target));
            let (libraries, targets): (HashSet<_>, HashSet<_>) = others.unzip();
            let alone = left.iter().map(|it| {
                let mut kernels = [None; 2];
                kernels[side] = Some(it.number);
                let is_apart = !targets.contains(&it.kernel.target);
                let target = is_apart.then_some(Apart::Target);
                let is_apart = !libraries.contains(it.library);
                Matched {
                    kernels,
                    by: MatchedBy::Same,
                    apart: is_apart.then_some(Apart::Library).or(target),
                }
            });
            self.pairs.extend(alone);
        }
        self.pairs.sort_unstable();
        self.pairs
    }
}

#[cfg(test)]
mod tests {
    use super::{Apart, Matched, MatchedBy, matched};
    use crate::build::Kernel;
    use crate::name::Names;

    /// Nothing is known about these kernels, so all figures are equal.
    fn kernel(name: &str, target: &str, library: &str) -> Kernel {
        Kernel {
            name: Names::default().of_name(name),
            target: target.into(),
            library: library.into(),
            ..Kernel::default()
        }
    }

    fn of_names(names: impl Iterator<Item = String>) -> Vec<Kernel> {
        names.map(|name| kernel(&name, "sm_90", "k.so")).collect()
    }

    /// Checks that each kernel is in one pair.
    fn checked(old: &[Kernel], new: &[Kernel]) -> Vec<Matched> {
        let all = matched(old, new);
        for (side, kernels) in [old, new].into_iter().enumerate() {
            let pairs = all.iter();
            let mut numbers: Vec<_> = pairs.filter_map(|pair| pair.kernels[side]).collect();
            numbers.sort_unstable();
            assert!(numbers.into_iter().eq(0..kernels.len()));
        }
        all
    }

    #[test]
    fn random_builds() {
        let mut all = Vec::new();
        for name in ["f<1>(int)", "f<2>(int)", "f<1>(long)", "g()"] {
            for target in ["sm_80", "sm_90"] {
                all.extend(["a", "b"].map(|library| kernel(name, target, library)));
            }
        }
        let some = |seed: u32| -> Vec<Kernel> {
            let bits = seed.wrapping_mul(0x9e37_79b9);
            let kernels = all.iter().enumerate();
            let kernels = kernels.filter(|(number, _)| bits >> number & 1 == 1);
            kernels.map(|(_, kernel)| kernel.clone()).collect()
        };
        let mut guessed = 0;
        for (old, new) in (0..3000).map(|seed| (some(seed), some(seed + 7919))) {
            for pair in checked(&old, &new) {
                let [Some(one), Some(other)] = pair.kernels else {
                    continue;
                };
                assert_eq!(pair.apart, None);
                let kernels = [&old[one], &new[other]];
                let [one, other] = kernels.map(|kernel| &kernel.name.full);
                // A name that both builds have is no former name.
                let has = |all: &[Kernel], name| all.iter().any(|it| it.name.full == name);
                assert!(one == other || !has(&new, one.as_str()) && !has(&old, other.as_str()));
                guessed += usize::from(one != other);
                // Libraries are not mixed.
                let [one, other] = kernels;
                let is_one = |all: &[Kernel]| {
                    let is_same =
                        |it: &&Kernel| it.key().0 == one.key().0 && it.target == one.target;
                    let libraries = all.iter().map(|it| &it.library);
                    all.iter().filter(is_same).count() == 1
                        || libraries.clone().min() == libraries.max()
                };
                assert!(one.library == other.library || is_one(&old) && is_one(&new));
            }
            for (number, pair) in checked(&old, &old).iter().enumerate() {
                assert_eq!(
                    (pair.kernels, pair.by),
                    ([Some(number); 2], MatchedBy::Same)
                );
            }
        }
        assert!(guessed > 10, "{guessed}");
    }

    #[test]
    fn how_names_differ() {
        for (old, new, by) in [
            ("f()", "f()", MatchedBy::Same),
            (
                "cub::CUB_200_NS::f()",
                "cub::CUB_300_NS::f()",
                MatchedBy::Same,
            ),
            (
                "a_cu_2c5f3b5d::f()",
                "a_cu_7c2f0a3e::f()",
                MatchedBy::Hashes,
            ),
            (
                "f<{lambda()#9}>()",
                "f<{lambda()#10}>()",
                MatchedBy::Lambdas,
            ),
            ("f<1>(int)", "f<1>(long)", MatchedBy::Parameters),
            ("f<bf16bf16>()", "f<f16f16f16f16f16>()", MatchedBy::Template),
        ] {
            let [old, new] = [old, new].map(|name| of_names([name.to_owned()].into_iter()));
            assert_eq!(checked(&old, &new)[0].by, by);
        }
        let numbered =
            |first: u32| of_names((first..first + 4).map(|n| format!("f<{{lambda()#{n}}}>()")));
        for (number, pair) in checked(&numbered(1), &numbered(8)).iter().enumerate() {
            assert_eq!(pair.kernels, [Some(number); 2]);
        }
    }

    #[test]
    fn libraries_of_other_versions() {
        let build = |libraries: &str| -> Vec<_> {
            let libraries = libraries.split(' ').enumerate();
            let kernel =
                |(number, library)| kernel(&format!("f<{}>()", number / 2), "sm_90", library);
            libraries.map(kernel).collect()
        };
        for (old, new, is_same) in [
            ("a.so.1.2", "b-2c5f3b5d.so", true),
            ("a.so.1 b-2c5f3b5d.so", "a.so.12.1 b-7c2f0a3e.so", true),
            ("cuda120.so cuda126.so", "cuda132.so cuda126.so", false),
            ("cuda120.so cuda121.so", "cuda132.so cuda133.so", false),
        ] {
            let first = checked(&build(old), &build(new))[0];
            assert_eq!(
                first.kernels[0].is_some() && first.kernels[1].is_some(),
                is_same,
                "{old}"
            );
            assert_eq!(first.apart, (!is_same).then_some(Apart::Library), "{old}");
        }
    }

    /// A search that compares each name with each other does not end.
    #[test]
    fn names_without_end() {
        let names = |odd: u32| {
            let numbers = (0..20_000).map(move |number| 2 * number + odd);
            let name = |number| format!("é::f<{number}, {}>(é<{number}>, T{number})", number % 7);
            let long = ["::<", "a::", "a b", "((", "'lambda", "__nv_dl_tag<"];
            let long = long.map(|part| part.repeat(2_000) + &odd.to_string());
            of_names(numbers.map(name).chain(long).chain([String::new()]))
        };
        let pairs = checked(&names(0), &names(1));
        let is_of_both = |it: &&super::Matched| it.kernels.iter().all(Option::is_some);
        assert!(pairs.iter().filter(is_of_both).count() < 8);
    }
}
